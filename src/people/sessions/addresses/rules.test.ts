import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAllowed, parseRange, plainAddress } from './rules.ts'

const allowed = (list: string, ip: string) => isAllowed(list.split(' '), ip)

test('an address is compared with addresses, networks and ranges of both families', () => {
  assert.ok(allowed('203.0.113.7', '203.0.113.7'))
  assert.ok(!allowed('203.0.113.7', '203.0.113.8'))
  assert.ok(allowed('10.0.0.0/8 203.0.113.7', '10.255.0.1'))
  assert.ok(!allowed('10.0.0.0/8', '11.0.0.0'))
  assert.ok(allowed('192.168.1.77/24', '192.168.1.3'), 'the bits behind the prefix do not matter')
  assert.ok(allowed('10.0.0.5-10.0.0.9', '10.0.0.9'))
  assert.ok(!allowed('10.0.0.5-10.0.0.9', '10.0.0.10'))
  assert.ok(allowed('2001:db8::/32', '2001:db8:1::9'))
  assert.ok(!allowed('2001:db8::/32', '2001:db9::1'))
  assert.ok(allowed('2001:db8::1-2001:db8::ff', '2001:DB8::A0'))
  assert.ok(!allowed('::/0', '10.0.0.1'), 'a network of IPv6 does not contain IPv4')
})

test('an IPv4 address that is mapped into IPv6 counts as IPv4, and a zone is left out', () => {
  assert.equal(plainAddress('::ffff:10.0.0.1'), '10.0.0.1')
  assert.equal(plainAddress('fe80::1%eth0'), 'fe80::1')
  assert.ok(allowed('10.0.0.0/8', '::ffff:10.0.0.1'))
  assert.ok(allowed('::ffff:10.0.0.1', '10.0.0.1'))
  assert.ok(allowed('fe80::/10', 'fe80::1%eth0'))
})

test('an empty list allows every address; an unreadable address is not allowed by any other list', () => {
  assert.ok(isAllowed([], '10.0.0.1'))
  assert.ok(isAllowed(null, '10.0.0.1'))
  assert.ok(!isAllowed(['0.0.0.0/0'], 'unknown'))
})

test('other texts are no addresses', () => {
  const wrong = [
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '1.2.3.4-',
  ]
  const more = [
    '10.0.0.9-10.0.0.5',
    '10.0.0.1-::1',
    '1-2-3',
    ':::',
    '1::2::3',
    '2001:db8::/129',
    'g::1',
    '1:2:3',
  ]
  for (const text of [...wrong, ...more]) assert.equal(parseRange(text), null, text)
})

test('networks contain the same addresses as those of node:net', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
  const ipv6 = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'))
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (base, ip, bits) => {
      const list = new BlockList()
      list.addSubnet(base, bits, 'ipv4')
      assert.equal(isAllowed([`${base}/${bits}`], ip), list.check(ip, 'ipv4'))
    }),
  )
  fc.assert(
    fc.property(ipv6, ipv6, fc.integer({ min: 0, max: 128 }), (base, ip, bits) => {
      const list = new BlockList()
      list.addSubnet(base, bits, 'ipv6')
      assert.equal(isAllowed([`${base}/${bits}`], ip), list.check(ip, 'ipv6'))
    }),
  )
})
