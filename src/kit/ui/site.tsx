import type { DemoAccounts } from '#kit/demoAccounts.ts'

function metaOf(name: string): string {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  // A page that the server has not filled in (`vite` alone) still contains the placeholders.
  return content.startsWith('__') ? '' : content
}

/** The installation's title, from the setting APP_TITLE. */
export const appTitle = metaOf('app-title') || '后台客服科技'

/** Whether the server can send sign-in codes. */
export const codeSignIn = metaOf('code-sign-in') !== 'off'

/** The accounts of the demo; null in a real installation. */
export const demo: DemoAccounts | null = JSON.parse(metaOf('demo') || 'null')

/** The nonce of this page's security policy; antd adds it to its styles. */
export const nonce = metaOf('csp-nonce')
