import type { Plugin } from 'vite'

/** Library modules that write the text of a style element as HTML. */
const STYLE_WRITERS = ['@rc-component/util/es/Dom/dynamicCSS.js', '@ant-design/icons/es/cssUtils.js']

/**
 * What the policy `require-trusted-types-for 'script'` forbids, as it occurs in built code. A text that reaches one of
 * these may become markup or code.
 */
const SINKS =
  /\.(?:innerHTML|outerHTML|srcdoc)\s*=(?!=)|\b(?:insertAdjacentHTML|createContextualFragment|parseFromString|importScripts)\(|\bdocument\.write|\bnew (?:Shared)?Worker\(|\beval\(|\bnew Function\(/

/** React writes HTML for `dangerouslySetInnerHTML` and script elements only, and we use neither. */
const EXCEPT = 'react'

/**
 * Prepares the build for trusted types (docs/decisions/129): styles are written as text instead of HTML, and a build
 * whose code could write HTML or run text as code fails.
 */
export function withoutHtmlSinks(): Plugin {
  return {
    name: 'houtai:trusted-types',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      const path = id.split('?')[0] ?? ''
      return STYLE_WRITERS.some((writer) => path.endsWith(`node_modules/${writer}`))
        ? { code: code.replaceAll('.innerHTML', '.textContent'), map: null }
        : null
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk' || part.name === EXCEPT) continue
        const found = SINKS.exec(part.code)
        if (!found) continue
        const around = part.code.slice(Math.max(0, found.index - 60), found.index + 60)
        this.error(`${part.fileName} breaks the policy of trusted types: …${around}…`)
      }
    },
  }
}
