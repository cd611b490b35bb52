import { useSearchParams } from 'react-router'
import type { Address, AddressOptions } from './address.ts'
import { readAddress, writeAddress } from './address.ts'

/**
 * The state of the list, stored in the address; each change is a step that "back" undoes. Renders synchronously:
 * otherwise the previous rows would briefly look like the requested ones. An effect must not render synchronously and
 * passes `later`.
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
