import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts for storage (AES-256-GCM): nonce, tag, ciphertext. `owner` is authenticated: the result can be decrypted for
 * the same owner only.
 */
export function encrypt(key: KeyObject, plain: Buffer, owner: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Decrypts a result of `seal`; throws if key or owner differs or a bit has changed. */
export function decrypt(key: KeyObject, encrypted: Buffer, owner: string): Buffer {
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const tag = encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag)
  return Buffer.concat([cipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()])
}
