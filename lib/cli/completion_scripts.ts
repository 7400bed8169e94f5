/**
 * Completion scripts. They call `osctl __complete` (see `complete.ts` for its output).
 *
 * @module
 */

/** Supported shells. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** A supported shell. */
export type Shell = typeof SHELLS[number];

// Works with the bash 3.2 of macOS: no mapfile, and compopt only where it exists.
const BASH = `# bash completion for osctl
_osctl_complete() {
  local line name
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      =*)
        line="\${line#=}"
        COMPREPLY+=("\${line%%$'\\t'*}")
        ;;
      :nospace)
        compopt -o nospace 2>/dev/null
        ;;
      :files* | :folders*)
        local kind=-f at=
        [[ "$line" == :folders* ]] && kind=-d
        if [[ "$line" == *@ && "$2" == @* ]]; then at=@; else compopt -o filenames 2>/dev/null; fi
        while IFS= read -r name; do
          # Readline would not see a file behind the @, and would quote the @ as well.
          if [[ -n "$at" ]]; then
            [[ -d "$name" ]] && name+=/ && compopt -o nospace 2>/dev/null
            printf -v name %q "$name"
          fi
          COMPREPLY+=("$at$name")
        done < <(compgen "$kind" -- "\${2#$at}")
        ;;
    esac
  done < <("\${1/#\\~/$HOME}" __complete bash "\${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
}
complete -F _osctl_complete osctl
`;

const ZSH = `#compdef osctl
# zsh completion for osctl
_osctl() {
  local line before value
  local -a values meanings shown space list
  local -i width=0 at
  while IFS= read -r line; do
    case "$line" in
      '='*)
        line="\${line#=}"
        value="\${line%%$'\\t'*}"
        values+=("$value")
        meanings+=("\${line#*$'\\t'}")
        (( \${#value} > width )) && width=\${#value}
        ;;
      :nospace)
        space=(-S '')
        ;;
      :files* | :folders*)
        before="\${line#* }"
        compset -p \${#before}
        if [[ "$line" == :folders* ]]; then _files -/; else _files; fi
        return
        ;;
    esac
  done < <("\${(Q)words[1]/#\\~/$HOME}" __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  (( \${#values} )) || return
  # Descriptions start in one column; without any, the candidates fill the line.
  if [[ -n "\${(j::)meanings}" ]]; then
    list=(-l -d shown)
    for (( at = 1; at <= \${#values}; at++ )); do
      value="\${values[at]}"
      [[ -n "\${meanings[at]}" ]] && value="\${(r:width:)value}  -- \${meanings[at]}"
      shown+=("\${value[1,COLUMNS-1]}")
    done
  fi
  compadd "\${space[@]}" "\${list[@]}" -a values
}
if [[ "$funcstack[1]" == "_osctl" ]]; then
  _osctl "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _osctl osctl
fi
`;

const FISH = `# fish completion for osctl
function __osctl_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  # Without its quotes, of which the last may be missing.
  set -l plain (string unescape -- "$current")
    or set plain (string unescape -- "$current'")
    or set plain (string unescape -- "$current"'"')
  set -l program (string replace -r '^~' $HOME -- $words[1])
  for line in ($program __complete fish $words[2..-1] "$plain" 2>/dev/null)
    switch $line
      case '=*'
        string sub -s 2 -- $line
      case ':files*' ':folders*'
        set -l before (string replace -r '^\\S+ ' '' -- $line)
        set -l part (string sub -s (math (string length -- "$before") + 1) -- "$current")
        # The shell itself completes files after a command it does not know.
        for name in (complete -C "__osctl_no_such_command $part")
          if string match -q ':files*' -- $line; or string match -q '*/' -- $name
            printf '%s\\n' "$before$name"
          end
        end
    end
  end
end
complete -c osctl -e
complete -c osctl -f -a '(__osctl_complete)'
`;

const SCRIPTS: Record<Shell, string> = { bash: BASH, zsh: ZSH, fish: FISH };

/** Returns the completion script for a shell. */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}
