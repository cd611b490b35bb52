import type { Locator } from 'playwright-core'

/** Reads the consequences that a dialog lists, by label: `¥0.00 → ¥100.00`. */
export async function readRows(window: Locator): Promise<Record<string, string>> {
  const list = window.getByRole('region', { name: '将发生的变化' })
  await list.locator('dl').waitFor()
  const rows = await list.locator('dl > div').evaluateAll((found) =>
    found.map((row) => {
      const [label, value] = [row.querySelector('dt'), row.querySelector('dd')]
      return [label?.firstChild?.textContent ?? '', value?.innerText.trim() ?? '']
    }),
  )
  return Object.fromEntries(rows)
}
