import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { canInstall, install } from './debian.ts'

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const FIXED_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Flags that let Chromium run as root and in a container, without background network traffic. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...FIXED_PATHS, chromium.executablePath()].find((path) => existsSync(path))
}

/**
 * The browser for the tests: the one set in CHROMIUM, an installed one, or Playwright's. On Debian as root, installs
 * one if there is none. Throws if no browser is available.
 */
export function findChromium(): string {
  const named = process.env.CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`设置 CHROMIUM 指向的文件不存在：${named}`)
  }
  const found = installed()
  if (found) return found
  return installBrowser() ? (installed() ?? missing()) : missing()
}

/** Installs the headless shell, which takes a third less CPU time than the full browser, and fonts for Chinese. */
function installBrowser(): boolean {
  if (!canInstall()) return false
  const browsers = ['chromium-headless-shell', 'chromium']
  return browsers.some((browser) => install(browser, 'fonts-noto-cjk'))
}

function missing(): never {
  throw new Error(
    '没有找到 Chromium：请安装 Chromium 或 Chrome，或用环境变量 CHROMIUM 指出它的路径，再重新运行。',
  )
}
