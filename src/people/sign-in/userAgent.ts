/** Patterns per browser, most specific first: most user agents also contain Chrome and Safari. */
const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ['企业微信', /wxwork\/(\d+)/i],
  ['微信', /MicroMessenger\/(\d+)/],
  ['钉钉', /DingTalk\/(\d+)/],
  ['飞书', /Lark\/(\d+)|Feishu\/(\d+)/],
  ['QQ 浏览器', /M?QQBrowser\/(\d+)/],
  ['UC 浏览器', /UC?Browser\/(\d+)/],
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['三星浏览器', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
]

const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows NT/],
  ['macOS', /Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Detects browser and system in a user agent; null for what it does not reveal. */
export function deviceOf(userAgent: string): { browser: string | null; system: string | null } {
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0] ?? null
  for (const [name, mark] of BROWSERS) {
    const found = mark.exec(userAgent)
    const version = found?.slice(1).find(Boolean)
    if (found) return { browser: version ? `${name} ${version}` : name, system }
  }
  return { browser: null, system }
}
