import { BlockList, isIPv6 } from 'node:net'

/** All IPv4 networks that are not public (IANA special-purpose registry). */
const PRIVATE_NETWORKS: [network: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
]

/** Of IPv6 only the global unicast block is public, except these networks. */
const CLOSED_IN_GLOBAL: [network: string, bits: number][] = [
  // Teredo, benchmarking, ORCHID, documentation, and 6to4, which can contain any IPv4 address.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const privateNetworks = new BlockList()
for (const [network, bits, family] of PRIVATE_NETWORKS) privateNetworks.addSubnet(network, bits, family)
for (const [network, bits] of CLOSED_IN_GLOBAL) privateNetworks.addSubnet(network, bits, 'ipv6')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether a resolved address is on the public internet. False for an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`):
 * a name server has no need to return one.
 */
export function isPublic(address: string): boolean {
  if (isIPv6(address)) return globalUnicast.check(address, 'ipv6') && !privateNetworks.check(address, 'ipv6')
  return !privateNetworks.check(address, 'ipv4')
}
