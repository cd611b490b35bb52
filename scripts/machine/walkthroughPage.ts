import { PROGRAM_VERSION } from '../../src/db/version.ts'
import type { VisitStep } from './visit.ts'

export interface TypedCommand {
  command: string
  output: string
  seconds: number
}

/** Lines of output that are shown of a command; installing packages prints hundreds. */
const SHOWN_LINES = 18

/** Seconds that a person is taken to need for reading, and for one press; the machine's own time is measured. */
const PERSON = { commandSeconds: 15, stepSeconds: 20, pressSeconds: 0.4 }

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const ofSteps = (steps: readonly VisitStep[], key: 'clicks' | 'keys' | 'seconds') =>
  sum(steps.map((each) => each[key]))

/** The page: each command with what it printed, each step in the browser with every click and key, and the sums. */
export function walkthroughPage(typed: readonly TypedCommand[], steps: readonly VisitStep[]): string {
  const [clicks, keys] = [ofSteps(steps, 'clicks'), ofSteps(steps, 'keys')]
  const machineSeconds = sum(typed.map(({ seconds }) => seconds)) + ofSteps(steps, 'seconds')
  const personSeconds =
    typed.length * PERSON.commandSeconds +
    steps.length * PERSON.stepSeconds +
    (clicks + keys) * PERSON.pressSeconds
  const minutes = Math.ceil((machineSeconds + personSeconds) / 60)
  return `# 从发行包到第一次登录

这一页由 \`npm run walkthrough\` 写成：在一台刚装好、什么也没有的 Debian 12 上，按[安装](install.md)和 [HTTPS](https.md) 的命令
装好 ${PROGRAM_VERSION}，再用浏览器经 https 登录。每条命令、每次点击和按键都记在下面；密码和密钥用 ········ 代替。

| | 数量 |
|---|---|
| 命令（从手册复制，每条一次 Enter） | ${typed.length} |
| 浏览器里的点击 | ${clicks} |
| 浏览器里的按键 | ${keys} |
| 机器用的时间 | ${machineSeconds.toFixed(0)} 秒 |
| 一个人照着做，约 | ${minutes} 分钟 |

最后一行按每条命令读 ${PERSON.commandSeconds} 秒、每一步看 ${PERSON.stepSeconds} 秒、每次点击或按键 ${PERSON.pressSeconds} 秒估算，没有找人计时。Debian 的软件包事先下载好，
下载的时间没有算进去。

## 在服务器上

${typed.map(commandText).join('\n')}
## 在浏览器里

员工的电脑上已经装好 \`/root/houtai-root.crt\`，域名指向这台服务器。

${steps.map(stepText).join('\n')}`
}

function commandText({ command, output, seconds }: TypedCommand): string {
  const printed = output.replaceAll('\r', '').trimEnd().split('\n')
  const left = printed.length - SHOWN_LINES
  const shown = left > 0 ? [`……（省略 ${left} 行）`, ...printed.slice(-SHOWN_LINES)] : printed
  const text = [`# ${command}`, ...shown].join('\n').trimEnd()
  return ['```text', text, '```', '', `${seconds.toFixed(1)} 秒`, ''].join('\n')
}

function stepText({ title, acts, clicks, keys, seconds, picture }: VisitStep, index: number): string {
  return [
    `### ${index + 1}. ${title}`,
    '',
    `${clicks} 次点击，${keys} 次按键，${seconds.toFixed(1)} 秒`,
    '',
    ...acts.map((act) => `- ${act}`),
    '',
    `![${title}](pictures/${picture}.png)`,
    '',
  ].join('\n')
}
