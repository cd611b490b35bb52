import type { ManualKey } from './keys.ts'

/** The addresses of the pictures, which `npm run pictures` takes. */
const addresses = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The picture of a page; undefined if there is none. */
export function pictureOf(page: ManualKey): string | undefined {
  return addresses[`./pictures/${page}.webp`]
}
