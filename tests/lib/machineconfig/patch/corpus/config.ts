/** The configuration of most patch tests, with comments and every field with its own merge rule. */
export const CONFIG = `# A machine in the lab.
version: v1alpha1
debug: false
machine:
  # what it is
  type: worker # not a control plane
  token: abcdef.0123456789abcdef
  ca:
    crt: Y3J0
    key: a2V5
  certSANs:
    - a.example.org # by hand
    - 192.0.2.10
  kubelet:
    image: example.org/kubelet:v1.31.1
    extraArgs:
      v: "2" # chatty
      rotate: "true"
    extraMounts:
      - destination: /var/data
        type: bind
        source: /var/data
        options: [bind, rw]
    extraConfig:
      maxPods: 100
      evictionHard:
        memory.available: 100Mi
      allowed: [one]
      nothing: null
    registerWithFQDN: true
  network:
    hostname: lab-1
    interfaces:
      # uplink
      - interface: eth0
        mtu: 1500
        addresses: [192.0.2.10/24]
        vlans:
          - vlanId: 10
            mtu: 1400
          - vlanId: 20
            dhcp: true
      # by its bus
      - deviceSelector:
          busPath: "0*"
          driver: virtio
        dhcp: true
    kubespan:
      enabled: true
      mtu: 1420
  disks:
    - device: /dev/sdb
      partitions:
        - size: 10GB
          mountpoint: /var/one
  install:
    disk: /dev/sda
    wipe: true
  files:
    - content: |
        # kept as it is
        hello
      permissions: 0644
      path: /var/hello
      op: create
  time:
    bootTimeout: 120s
  sysctls:
    # forwards packets
    net.ipv4.ip_forward: "1"
    vm.swappiness: "10"
  registries:
    mirrors:
      example.org:
        endpoints: [https://mirror.example.org]
  logging:
    destinations:
      - endpoint: tcp://192.0.2.1:5000/
        format: json_lines
  nodeLabels:
    rack: "7"
  pods:
    - apiVersion: v1
      kind: Pod

# Shared by all machines.
cluster:
  controlPlane:
    endpoint: https://192.0.2.1:6443/path?q=1
  clusterName: lab
  network:
    dnsDomain: cluster.local
    podSubnets: [10.244.0.0/16]
    serviceSubnets:
      - 10.96.0.0/12
  apiServer:
    admissionControl:
      - name: PodSecurity
        configuration:
          defaults:
            enforce: baseline
          exemptions:
            namespaces: [kube-system]
    auditPolicy:
      kind: Policy
      rules:
        - level: Metadata
  discovery:
    enabled: true
  extraManifests:
    - https://example.org/a.yaml
`;

/** The configuration with further documents. */
export const DOCUMENTS = `${CONFIG}---
# where logs go
apiVersion: v1alpha1
kind: KmsgLogConfig
name: logs
url: tcp://192.0.2.2:514
---
apiVersion: v1alpha1
kind: NetworkDefaultActionConfig
ingress: block
---
apiVersion: v1alpha1
kind: NetworkRuleConfig
name: api
portSelector:
  ports: [50000, 6443]
  protocol: tcp
ingress:
  - subnet: 192.0.2.0/24 # the office
  - subnet: 198.51.100.0/24
---
apiVersion: v1alpha1
kind: ExtensionServiceConfig
name: ups
configFiles:
  - content: one
    mountPath: /etc/ups/one
  - content: two
    mountPath: /etc/ups/two
environment:
  - UPS=1
---
apiVersion: v1alpha1
kind: WatchdogTimerConfig
device: /dev/watchdog0
timeout: 2m
---
apiVersion: v1alpha1
kind: SideroLinkConfig
apiUrl: https://link.example.org/?join=1
`;

/** A document that requires v1.8.1 or later. */
export const VOLUME = `apiVersion: v1alpha1
kind: VolumeConfig
name: EPHEMERAL
provisioning:
  diskSelector:
    match: disk.transport == "nvme"
  minSize: 2GiB
  maxSize: 50GiB
`;
