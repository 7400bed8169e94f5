machine:
  install:
    disk: {{ .Node.Data.disk }}
{{- /* names */}}
---
apiVersion: v1alpha1
kind: HostnameConfig
auto: "off"
hostname: {{ .Node.Host | quote }}
