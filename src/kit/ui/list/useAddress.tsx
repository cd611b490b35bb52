import { useSearchParams } from 'react-router'
import type { Address, AddressOptions } from './address.ts'
import { readAddress, writeAddress } from './address.ts'

/**
 * What the list shows, kept in the address; a change is a step that "back" undoes. It is drawn at once: until then the rows
 * before would still look as if they were the ones that were asked for. An effect, which may not draw, says `later`.
 */
export function useAddress(
  options: AddressOptions,
): [Address, (change: Partial<Address>, later?: 'later') => void] {
  const [params, setParams] = useSearchParams()
  const address = readAddress(params, options)
  const go = (change: Partial<Address>, later?: 'later') =>
    setParams(writeAddress(params, { ...address, ...change }, options), {
      preventScrollReset: true,
      flushSync: !later,
    })
  return [address, go]
}
