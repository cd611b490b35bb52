import assert from 'node:assert/strict'
import { journey } from './support/journey.ts'

/** Ways to turn a text into markup or code. Each returns what happened. */
function tryEverything(): Record<string, string> {
  const attempts: Record<string, () => unknown> = {
    innerHTML: () => {
      document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
    },
    insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
    scriptSource: () => {
      document.createElement('script').src = '/assets/x.js'
    },
    scriptText: () => {
      document.createElement('script').text = 'alert(1)'
    },
    frame: () => {
      document.createElement('iframe').srcdoc = '<script>alert(1)</script>'
    },
    parser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
    policy: () =>
      (
        window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
      ).trustedTypes.createPolicy('default', { createHTML: (text: string) => text }),
  }
  return Object.fromEntries(
    Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt()
        return [name, 'allowed']
      } catch (error) {
        return [name, (error as Error).name]
      }
    }),
  )
}

journey(
  'no text becomes markup or code on the sign-in page and in the console',
  async ({ page, open, signIn }) => {
    const refused = {
      innerHTML: 'TypeError',
      insertAdjacentHTML: 'TypeError',
      scriptSource: 'TypeError',
      scriptText: 'TypeError',
      frame: 'TypeError',
      parser: 'TypeError',
      policy: 'TypeError',
    }
    await open('/user/login')
    assert.deepEqual(await page.evaluate(tryEverything), refused)
    await signIn('admin')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await page.evaluate(tryEverything), refused)
  },
  { expected: [/requires 'Trusted(HTML|Script|ScriptURL)' assignment/, /Trusted ?Type/i, /trusted-types/] },
)
