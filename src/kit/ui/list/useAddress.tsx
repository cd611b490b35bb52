import { useSearchParams } from 'react-router'
import type { Address, AddressOptions } from './address.ts'
import { readAddress, writeAddress } from './address.ts'

/** What the list shows, kept in the address; a change is a step that "back" undoes. */
export function useAddress(options: AddressOptions): [Address, (change: Partial<Address>) => void] {
  const [params, setParams] = useSearchParams()
  const address = readAddress(params, options)
  const go = (change: Partial<Address>) =>
    setParams(writeAddress(params, { ...address, ...change }, options), { preventScrollReset: true })
  return [address, go]
}
