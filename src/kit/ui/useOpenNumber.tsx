import { useSearchParams } from 'react-router'
import { useAddressText } from './useAddressText.tsx'

/**
 * The id of the record that is open next to a list: `const [id, open, linkTo] = useOpenNumber('warning')`. It is in the
 * address, so that "back" closes the record and a link opens it over the same rows.
 */
export function useOpenNumber(
  key: string,
): [number | undefined, (id: number | undefined) => void, (id: number) => string] {
  const [params] = useSearchParams()
  const [text, setText] = useAddressText(key)
  const id = Number(text)
  const linkTo = (next: number) => {
    const opened = new URLSearchParams(params)
    opened.set(key, String(next))
    return `?${opened}`
  }
  return [Number.isSafeInteger(id) && id > 0 ? id : undefined, (next) => setText(next?.toString()), linkTo]
}
