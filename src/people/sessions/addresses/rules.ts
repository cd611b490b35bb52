import { AppError } from '#kit/errors.ts'

/** Addresses from the first to the last one, as numbers. */
interface AddressRange {
  bits: 32 | 128
  from: bigint
  to: bigint
}

/**
 * An IP address in the form in which addresses are compared and shown: an IPv4 address that is mapped into IPv6
 * (`::ffff:10.0.0.1`) as IPv4, and without the zone of a link-local address.
 */
export function plainAddress(ip: string): string {
  const [address = ''] = ip.split('%')
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

function numberOfIpv4(text: string): bigint | null {
  const parts = text.split('.')
  const isValid =
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  return isValid ? parts.reduce((sum, part) => (sum << 8n) + BigInt(part), 0n) : null
}

const IPV6_GROUPS = 8

/** The groups of one side of `::`; an IPv4 address at the end counts as two. Null for an invalid group. */
function groupsOf(text: string): bigint[] | null {
  if (text === '') return []
  const groups: bigint[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const ipv4 = index === parts.length - 1 && part.includes('.') ? numberOfIpv4(part) : null
    if (ipv4 !== null) groups.push(ipv4 >> 16n, ipv4 & 0xffffn)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else return null
  }
  return groups
}

function numberOfIpv6(text: string): bigint | null {
  const sides = text.split('::')
  if (sides.length > 2) return null
  const [before, after] = [groupsOf(sides[0] ?? ''), groupsOf(sides[1] ?? '')]
  if (!before || !after) return null
  const missing = IPV6_GROUPS - before.length - after.length
  if (sides.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...before, ...Array<bigint>(missing).fill(0n), ...after]
  return groups.reduce((sum, group) => (sum << 16n) + group, 0n)
}

/** An address as a number of 32 or 128 bits; null for any other text. */
function parseAddress(text: string): { bits: 32 | 128; value: bigint } | null {
  const address = plainAddress(text)
  const ipv4 = numberOfIpv4(address)
  if (ipv4 !== null) return { bits: 32, value: ipv4 }
  const ipv6 = numberOfIpv6(address)
  return ipv6 === null ? null : { bits: 128, value: ipv6 }
}

/** Parses an address, a network (`10.0.0.0/8`) or a range (`10.0.0.1-10.0.0.9`); null for any other text. */
export function parseRange(text: string): AddressRange | null {
  const [first = '', last] = text.split('-').map((part) => part.trim())
  if (text.split('-').length > 2) return null
  if (last !== undefined) return spanOf(parseAddress(first), parseAddress(last))
  const [base = '', length, more] = first.split('/')
  const address = parseAddress(base)
  if (!address || more !== undefined) return null
  if (length === undefined) return { bits: address.bits, from: address.value, to: address.value }
  if (!/^\d{1,3}$/.test(length) || Number(length) > address.bits) return null
  const hostBits = BigInt(address.bits - Number(length))
  const from = (address.value >> hostBits) << hostBits
  return { bits: address.bits, from, to: from + (1n << hostBits) - 1n }
}

type Parsed = ReturnType<typeof parseAddress>

function spanOf(first: Parsed, last: Parsed): AddressRange | null {
  if (!first || !last || first.bits !== last.bits || first.value > last.value) return null
  return { bits: first.bits, from: first.value, to: last.value }
}

/** The parsed ranges of recently used lists; sessions are compared with them on every request. */
const parsedLists = new Map<string, readonly AddressRange[]>()
const MAX_PARSED = 200

function rangesOf(addresses: readonly string[]): readonly AddressRange[] {
  const key = addresses.join()
  const known = parsedLists.get(key)
  if (known) return known
  const ranges = addresses.map(parseRange).filter((range) => range !== null)
  if (parsedLists.size >= MAX_PARSED) parsedLists.clear()
  parsedLists.set(key, ranges)
  return ranges
}

/** Whether a company that allows these addresses accepts a request from `ip`. An empty list allows all addresses. */
export function isAllowed(addresses: readonly string[] | null, ip: string): boolean {
  if (!addresses || addresses.length === 0) return true
  const address = parseAddress(ip)
  if (!address) return false
  return rangesOf(addresses).some(
    ({ bits, from, to }) => bits === address.bits && address.value >= from && address.value <= to,
  )
}

/** The error for a sign-in or a session from an address that the company does not allow. */
export function addressRefusedError(ip: string): AddressRefused {
  return new AddressRefused('UNAUTHENTICATED', '贵公司只允许从公司的网络登录，您现在的地址 {ip} 不在其中。', {
    values: { ip: plainAddress(ip) },
  })
}

export class AddressRefused extends AppError {}
