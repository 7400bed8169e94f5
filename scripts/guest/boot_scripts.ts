/**
 * Scripts in the initial RAM disk of a guest.
 *
 * @module
 */

/** First process: prepares the system and becomes the node. */
export const INIT_SCRIPT = `#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin:/usr/bin HOME=/ PLATFORM=metal DENO_NO_UPDATE_CHECK=1
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
exec </dev/null >/dev/console 2>&1
for module in /lib/modules/*.ko; do insmod "$module"; done
ip link set lo up
wait=0
while [ ! -e /sys/class/net/eth0 ] && [ $wait -lt 100 ]; do usleep 100000; wait=$((wait + 1)); done
if [ -b /dev/vda ]; then
  mount -t ext4 /dev/vda /mnt 2>/dev/null || { mke2fs -q /dev/vda && mount -t ext4 /dev/vda /mnt; }
  mkdir -p /mnt/state /mnt/var
  mount -o bind /mnt/state /system/state
  mount -o bind /mnt/var /var
fi
hostname "node-$(tr -d : </sys/class/net/eth0/address)"
ip link set eth0 up
udhcpc -i eth0 -n -q -t 20 -T 1 -O hostname -O mtu -s /etc/udhcpc.script || echo "no address by DHCP"
for word in $(cat /proc/cmdline); do
  case $word in
    talos.hostname=*) hostname "\${word#*=}" ;;
    talos.config=*) url=\${word#*=} ;;
  esac
done
if [ -n "$url" ] && [ ! -e "/system/state/$(hostname)/node.json" ]; then
  tries=0
  until wget -q -O /run/config.part "$url" && mv /run/config.part /run/config.yaml; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { echo "no configuration from $url"; break; }
    sleep 1
  done
fi
mkdir -p /var/cache/deno
export DENO_DIR=/var/cache/deno
acpid -l /run/acpid.log -p /run/acpid.pid
exec /usr/bin/deno run --allow-all --no-prompt --no-config --no-lock --quiet /usr/lib/osctl/main.js cluster node-run
`;

/** Applies a DHCP lease. */
export const DHCP_SCRIPT = `#!/bin/busybox sh
[ "$1" = bound ] || exit 0
ip address add "$ip/\${mask:-24}" dev "$interface"
[ -z "$mtu" ] || ip link set "$interface" mtu "$mtu"
for gateway in $router; do ip route add default via "$gateway" dev "$interface"; done
for server in $dns; do echo "nameserver $server"; done >/run/resolv.conf
ln -sf /run/resolv.conf /etc/resolv.conf
[ -z "$hostname" ] || hostname "$hostname"
`;

/** Shuts down at the power button (ACPI). */
export const POWER_BUTTON_SCRIPT = "#!/bin/busybox sh\nkill -TERM 1\n";
