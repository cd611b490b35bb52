import { isAbsolute } from 'node:path'
import type { SftpPlace } from './sftpTarget.ts'

/** A target as the setting BACKUP_TO names it. */
export type Address =
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; prefix: string }
  | ({ kind: 'sftp' } & SftpPlace)

export const ADDRESS_FORMS = 'folder:/mnt/nas/houtai、s3://存储桶/路径 或 sftp://用户@主机/路径'

/** Characters of a path that need no quotes anywhere; no `..`. */
const isPlainPath = (path: string) => /^[\p{L}\p{N}/._~+@=-]*$/u.test(path) && !path.split('/').includes('..')

/** Reads an address; null if it is none. A password in it is refused, because addresses are printed. */
export function parseAddress(text: string): Address | null {
  if (text.startsWith('folder:')) {
    const folder = text.slice('folder:'.length)
    return isAbsolute(folder) && isPlainPath(folder) ? { kind: 'folder', folder } : null
  }
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.password || url.search || url.hash) return null
  if (url.protocol === 's3:') return parseBucket(url)
  return url.protocol === 'sftp:' ? parseSftp(url) : null
}

function parseBucket({ hostname, pathname, username, port }: URL): Address | null {
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || username || port) return null
  if (!/^[\w./-]*$/.test(prefix) || !isPlainPath(prefix)) return null
  return { kind: 's3', bucket: hostname, prefix: prefix && `${prefix}/` }
}

function parseSftp({ hostname, pathname, username, port }: URL): Address | null {
  const path = decodeURIComponent(pathname)
  if (!/^[\w.-]+$/.test(username) || !/^[\w.-]+$/.test(hostname) || path.length < 2 || !isPlainPath(path))
    return null
  // `/~/` is the account's home, as in other programs.
  const folder = path.startsWith('/~/') ? path.slice('/~/'.length) || '.' : path
  return { kind: 'sftp', user: username, host: hostname, port: Number(port || 22), folder }
}

/** The addresses of a setting, which spaces separate; null in place of each one that is wrong. */
export function parseAddresses(setting: string): (Address | null)[] {
  return setting
    .split(/\s+/)
    .filter((part) => part !== '')
    .map(parseAddress)
}

/** Names by kind: `s3`, and `s3-2` for the second. Their order in the setting decides. */
export function namesOf(addresses: readonly Address[]): string[] {
  const counts = new Map<string, number>()
  return addresses.map(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count === 1 ? kind : `${kind}-${count}`
  })
}
