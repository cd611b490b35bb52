import { nonce } from '#kit/ui/site.tsx'

/**
 * Lets style elements that are made at run time pass the page's security policy. antd gives its own the nonce; the
 * libraries under it forget it where they lock scrolling behind a drawer or measure a scroll bar.
 */
export function giveStylesNonce(): void {
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
