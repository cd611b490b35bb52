import { nonce } from '#kit/ui/site.tsx'

/**
 * Adds the nonce to style elements that are created at run time, so that the page's security policy allows them. antd
 * adds it to its own; the libraries below antd do not when they lock scrolling behind a drawer or measure a scroll bar.
 */
export function addNonceToStyles(): void {
  const create = document.createElement.bind(document) as (
    name: string,
    options?: ElementCreationOptions,
  ) => HTMLElement
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
