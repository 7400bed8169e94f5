machine:
  nodeLabels:
    region: {{ .Data.region }}
    domain: "{{ .Data.domain | upper }}"
