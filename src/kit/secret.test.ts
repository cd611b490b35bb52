import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, hashToken, isWeak, newToken, oneTimePassword, verifyPassword } from './secret.ts'

// The minimum of argon2; a test below uses the real parameters.
const hash = (password: string) => hashPassword(password, { memoryKib: 8, passes: 1 })

test('a password matches its hash, another one does not', async () => {
  const phc = await hash('海边的风 2026')
  assert.equal(await verifyPassword('海边的风 2026', phc), true)
  assert.equal(await verifyPassword('海边的风 2027', phc), false)
  assert.equal(await verifyPassword('', phc), false)
})

test('the same password has a different hash each time', async () => {
  assert.notEqual(await hash('same'), await hash('same'))
})

test('the real parameters are argon2id with 64 MiB and 3 passes, and a hash contains its own', async () => {
  const phc = await hashPassword('x')
  assert.match(phc, /^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await verifyPassword('x', phc), true)
  assert.equal(isWeak(phc), false)
})

test('a hash with less memory or fewer passes than the current parameters is weak, one with more is not', () => {
  const phcOf = (memory: number, passes: number) =>
    `$argon2id$v=19$m=${memory},t=${passes},p=1$bm9uY2U$aGFzaA`
  assert.equal(isWeak(phcOf(65_535, 3)), true)
  assert.equal(isWeak(phcOf(65_536, 2)), true)
  assert.equal(isWeak(phcOf(131_072, 4)), false)
})

test('full-width and half-width characters are the same password, and no character is cut off', async () => {
  assert.equal(await verifyPassword('ABC１２３', await hash('ＡＢＣ123')), true)
  const long = '长'.repeat(127)
  assert.equal(await verifyPassword(`${long}尾`, await hash(`${long}头`)), false)
})

test('a string that is not an argon2id hash throws instead of counting as a wrong password', async () => {
  for (const phc of ['', 'plain', '$argon2i$v=19$m=8,t=1,p=1$a$b', '$argon2id$v=19$m=8,t=1$a$b']) {
    await assert.rejects(verifyPassword('x', phc), /not an argon2id/)
  }
})

test('hashes beyond the concurrency limit are queued and completed', async () => {
  const hashes = await Promise.all(Array.from({ length: 12 }, (_, index) => hash(`p${index}`)))
  const right = await Promise.all(hashes.map((phc, index) => verifyPassword(`p${index}`, phc)))
  assert.ok(right.every(Boolean))
})

test('hashes beyond the queue limit are refused as BUSY', async () => {
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => hash('x')))
  const refused = results.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 80 - 64)
  assert.ok(refused.every((result) => result.status === 'rejected' && result.reason.code === 'BUSY'))
})

test('a token has 256 bits, is safe in a header, and is stored as its SHA-256', () => {
  const token = newToken()
  assert.match(token, /^[\w-]{43}$/)
  assert.notEqual(newToken(), token)
  assert.equal(
    hashToken('abc').toString('hex'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})

test('a one-time password has 16 characters, none of them easily confused', () => {
  const passwords = Array.from({ length: 200 }, oneTimePassword)
  assert.ok(
    passwords.every((password) => /^[2-9A-HJ-NP-Za-km-z]{16}$/.test(password) && !password.includes('i')),
  )
  assert.equal(new Set(passwords).size, 200)
})
