import { nonce } from './site.tsx'

/** The last style of antd's components, and of parts of them, which stand after those. */
const last: { whole?: Element; part?: Element } = {}

/**
 * Adds styles of antd ahead of all others, as antd itself would: the build takes them from its components
 * (`app/antdStyles.ts`). `of`: a component, or a part of one.
 */
export function addStyles(css: string, of: 'whole' | 'part'): void {
  const style = document.createElement('style')
  style.nonce = nonce
  style.textContent = css
  const before = of === 'part' ? (last.part ?? last.whole) : last.whole
  if (before) before.after(style)
  else document.head.prepend(style)
  last[of] = style
}
