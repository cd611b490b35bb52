/** The npm scripts that run a module of the program itself: `backup` → `src/app/commands/backup.ts`. */
export function programCommands(scripts: Record<string, string>): [name: string, words: string][] {
  return Object.entries(scripts).flatMap(([name, line]) => {
    const words =
      /^node --disable-warning=ExperimentalWarning (src\/app\/(?:start|commands\/\w+)\.ts(?: [\w-]+)*)$/.exec(
        line,
      )?.[1]
    return words ? [[name, words] as [string, string]] : []
  })
}

/**
 * The text of `bin/houtai`: a shell script that runs each command by the Node of the archive, wherever the archive was
 * unpacked. Without a command it starts the program.
 */
export function launcher(scripts: Record<string, string>): string {
  const commands = programCommands(scripts)
  const cases = commands.map(([name, words]) => `  ${name}) set -- ${words} "$@" ;;`)
  return `#!/bin/sh
# Runs Houtai, or one of its commands, by the Node of this folder: bin/houtai [command] [arguments].
set -eu
home=$(dirname "$(dirname "$(readlink -f "$0")")")
command=\${1:-start}
[ $# -eq 0 ] || shift
case $command in
${cases.join('\n')}
  *)
    echo "没有命令 $command。命令有：${commands.map(([name]) => name).join(' ')}" >&2
    exit 64
    ;;
esac
module=$1
shift
exec "$home/node/node" --disable-warning=ExperimentalWarning "$home/$module" "$@"
`
}
