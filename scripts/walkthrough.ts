/**
 * `npm run walkthrough`: does on a new Debian what a company's IT person does, from the archive to the first member of
 * staff over https, and writes it down with every command, click and key to docs/operate/walkthrough.md, with pictures.
 * The commands are those of the manual. Needs root on Debian.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chromium } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts'
import { canInstall, install } from './debian.ts'
import { bareRoot } from './machine/debian.ts'
import { type Machine, startMachine } from './machine/machine.ts'
import { MANUAL, readManual } from './machine/manual.ts'
import { firstVisit } from './machine/visit.ts'
import { type TypedCommand, walkthroughPage } from './machine/walkthroughPage.ts'
import { shell } from './release/sandbox.ts'
import { release } from './release.ts'
import { say } from './steps.ts'

const DOMAIN = 'houtai.example.cn'
const PICTURES = join(MANUAL, 'pictures')

if (!canInstall()) throw new Error('walkthrough needs root on Debian')

/** The blocks of the manual that lead to https inside a company: all of install.md, and one of https.md. */
function commands(): string[] {
  const pages = readManual()
  const blocksOf = (name: string) => pages.find((page) => page.name === name)?.blocks ?? []
  const inside = blocksOf('https.md').filter(({ commands }) =>
    commands.some((line) => line.includes('root.crt')),
  )
  if (inside.length !== 1) throw new Error('https.md has no block for a root certificate of its own')
  return [...blocksOf('install.md'), ...inside].flatMap((block) => block.commands)
}

/** Runs the commands and returns what they printed; the one-time password is removed from the record. */
async function installOn(machine: Machine): Promise<{ typed: TypedCommand[]; password: string }> {
  const terminal = machine.terminal()
  const typed: TypedCommand[] = []
  try {
    for (const command of commands()) {
      const { code, output, seconds } = await terminal.run(command)
      if (code !== 0) throw new Error(`${command}\n${output}`)
      typed.push({ command, output, seconds })
    }
  } finally {
    terminal.close()
  }
  const log = typed.find(({ command }) => command.startsWith('journalctl'))?.output ?? ''
  const password = /密码 +(\S+)/.exec(log)?.[1]
  if (!password) throw new Error(`no password in the log:\n${log}`)
  const key = typed
    .find(({ command }) => command === 'houtai backup:key')
    ?.output.match(/[\w+/-]{40,}=*/)?.[0]
  const hidden = (text: string) =>
    [password, key].reduce<string>(
      (rest, secret) => (secret ? rest.replaceAll(secret, '········') : rest),
      text,
    )
  return { typed: typed.map((each) => ({ ...each, output: hidden(each.output) })), password }
}

/** A browser in the machine's network whose person has installed the root certificate of the manual. */
async function openBrowser(machine: Machine, folder: string) {
  const certificates = join(folder, '.pki/nssdb')
  mkdirSync(certificates, { recursive: true })
  const certutil = (...args: string[]) => shell('certutil', ['-d', `sql:${certificates}`, ...args])
  certutil('-N', '--empty-password')
  certutil('-A', '-t', 'C,,', '-n', 'Houtai', '-i', join(machine.root, 'root/houtai-root.crt'))
  const wrapper = join(folder, 'browser')
  writeFileSync(wrapper, `#!/bin/sh\nexec nsenter --net=/proc/${machine.pid}/ns/net ${findChromium()} "$@"\n`)
  chmodSync(wrapper, 0o755)
  return chromium.launch({
    executablePath: wrapper,
    args: [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${DOMAIN} 127.0.0.1`],
    env: { ...process.env, HOME: folder } as Record<string, string>,
  })
}

const [archive = ''] = process.env.ARCHIVE ? [process.env.ARCHIVE] : await release(['linux-x64'])
if (!existsSync('/usr/bin/certutil')) install('libnss3-tools')
const machine = await startMachine(bareRoot(['caddy']))
const home = join(machine.root, 'tmp-browser')
try {
  for (const path of [archive, `${archive}.sha256`]) {
    copyFileSync(path, join(machine.root, 'root', basename(path)))
  }
  const { typed, password } = await installOn(machine)
  say(`${typed.length} 条命令`)
  mkdirSync(home)
  rmSync(PICTURES, { recursive: true, force: true })
  mkdirSync(PICTURES)
  const browser = await openBrowser(machine, home)
  const options = { viewport: { width: 1366, height: 768 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
  const page = await browser.newPage({ baseURL: `https://${DOMAIN}`, ...options })
  const steps = await firstVisit(page, { password, pictures: PICTURES }).finally(() => browser.close())
  writeFileSync(join(MANUAL, 'walkthrough.md'), walkthroughPage(typed, steps))
  say(steps.map(({ title, clicks, keys }) => `${title}：${clicks} 次点击，${keys} 次按键`).join('\n'))
} finally {
  await machine.stop()
}
