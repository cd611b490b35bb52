import { nonce } from './site.tsx'

/** The last style element of antd's components and that of parts of them, which must come after the former. */
const last: { whole?: Element; part?: Element } = {}

/**
 * Adds styles of antd before all others, as antd itself does; the build extracts them from its components
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
