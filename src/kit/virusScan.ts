import { connect, type NetConnectOpts } from 'node:net'
import { AppError } from './errors.ts'

/** Returns the name of the malware that a file contains, or null. Throws BUSY if the scanner gives no verdict. */
export type ScanFile = (bytes: Buffer) => Promise<string | null>

/** How long a scan may take, in ms, the time in the scanner's own queue included. */
const SCAN_MS = 20_000
/** The scanner takes a file in pieces; its default limit of one piece is far above this. */
const PIECE_BYTES = 64 * 1024
const MAX_VERDICT_BYTES = 1_024

/**
 * Returns a scanner, or undefined without an address. It sends files to ClamAV's daemon (`INSTREAM` of its protocol) at `host:port` or a socket's path.
 * A file without a verdict is refused: whoever configures a scanner must not get files that it has not seen.
 */
export function virusScanner(address: string, timeoutMs?: number): ScanFile
export function virusScanner(address: string | undefined, timeoutMs?: number): ScanFile | undefined
export function virusScanner(address: string | undefined, timeoutMs = SCAN_MS): ScanFile | undefined {
  if (address === undefined) return undefined
  return async (bytes) => {
    const verdict = await ask(optionsOf(address), bytes, timeoutMs).catch(() => '')
    if (verdict === 'stream: OK') return null
    const found = /^stream: (.+) FOUND$/.exec(verdict)?.[1]
    if (found) return found
    throw new AppError('BUSY', '文件的安全检查暂时没有完成，文件没有收下，请稍后再试。')
  }
}

/** What the person is told whose file contains malware. */
export function infectedError(): AppError {
  return new AppError('INVALID', '这个文件含有病毒或恶意代码，没有收下。请先在您的电脑上查杀，再换一个文件。')
}

function optionsOf(address: string): NetConnectOpts {
  if (address.startsWith('/')) return { path: address }
  const [host = '', port] = address.split(':')
  return { host, port: Number(port) }
}

function ask(options: NetConnectOpts, bytes: Buffer, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(options)
    const timer = setTimeout(() => socket.destroy(new Error('no verdict in time')), timeoutMs)
    let verdict = ''
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const piece = bytes.subarray(at, at + PIECE_BYTES)
        socket.write(lengthOf(piece.length))
        socket.write(piece)
      }
      socket.write(lengthOf(0))
    })
    socket.on('data', (text) => {
      verdict += text
      if (verdict.length > MAX_VERDICT_BYTES) socket.destroy(new Error('no verdict'))
    })
    socket.on('end', () => resolve(verdict.replace(/\0$/, '').trim()))
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      reject(new Error('no verdict'))
    })
  })
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
