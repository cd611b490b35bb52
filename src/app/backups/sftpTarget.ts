import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  changedFile,
  digestOf,
  missingFile,
  patienceFor,
  stopped,
  type Target,
  TargetError,
  type TargetFile,
  tooSlow,
  UNFINISHED_SUFFIX,
} from './target.ts'

export interface SftpSettings {
  /** Private key without a passphrase. */
  keyFile: string
  /** The host's key must be in it. */
  knownHosts: string
}

export interface SftpPlace {
  user: string
  host: string
  port: number
  /** Absolute, or relative to the account's home. Must exist. */
  folder: string
}

/** Where the read-back copy of an upload is stored until it has been compared. */
type WorkFolder = string

/** A folder of another machine, through the system's `sftp`. Without a password, and only with a known host key. */
export function sftpTarget(
  name: string,
  place: SftpPlace,
  settings: SftpSettings,
  work: WorkFolder = tmpdir(),
): Target {
  const run = async (commands: string[], bytes: number, signal: AbortSignal) => {
    // Without its key, sftp would say that the other side refused it.
    if (!existsSync(settings.keyFile)) throw new TargetError(BAD_KEY)
    const args = [...sftpOptions(place, settings), destination(place)]
    const limits = { limitMs: patienceFor(bytes), signal }
    return runSftp(args, [`cd ${quoted(place.folder)}`, ...commands], limits)
  }
  const { user, host, port, folder } = place
  return {
    name,
    address: `sftp://${user}@${host}${port === 22 ? '' : `:${port}`}${folder.startsWith('/') ? folder : `/~/${folder}`}`,
    put: (path, file, signal) => putFile(run, work, { path, file, signal }),
    list: async (signal) => parseListing(await run(['ls -lan'], 0, signal)),
    get: async (file, path, signal) => {
      const bytes = parseListing(await run(['ls -lan'], 0, signal)).find(
        (found) => found.name === file,
      )?.bytes
      if (bytes === undefined) throw missingFile(file)
      await run([`get ${quoted(file)} ${quoted(path)}`], bytes, signal)
    },
    delete: async (file, signal) => void (await run([`rm ${quoted(file)}`], 0, signal)),
  }
}

type Run = (commands: string[], bytes: number, signal: AbortSignal) => Promise<string>

async function putFile(
  run: Run,
  work: WorkFolder,
  { path, file, signal }: { path: string; file: string; signal: AbortSignal },
): Promise<void> {
  const bytes = statSync(path).size
  const unfinished = quoted(`${file}${UNFINISHED_SUFFIX}`)
  const folder = mkdtempSync(join(work, 'houtai-read-back-'))
  const readBack = join(folder, file)
  try {
    const commands = [`put -f ${quoted(path)} ${unfinished}`, `get ${unfinished} ${quoted(readBack)}`]
    await run(commands, 2 * bytes, signal)
    if ((await digestOf(readBack)) !== (await digestOf(path))) {
      await run([`rm ${unfinished}`], 0, signal)
      throw changedFile()
    }
    await run([`rename ${unfinished} ${quoted(file)}`], 0, signal)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const destination = ({ user, host }: SftpPlace) => `${user}@${host}`

/** Nothing is read from the account's own ssh configuration. */
function sftpOptions({ port }: SftpPlace, { keyFile, knownHosts }: SftpSettings): string[] {
  const options = {
    LogLevel: 'ERROR',
    BatchMode: 'yes',
    StrictHostKeyChecking: 'yes',
    UserKnownHostsFile: knownHosts,
    GlobalKnownHostsFile: '/dev/null',
    IdentityFile: keyFile,
    IdentitiesOnly: 'yes',
    PreferredAuthentications: 'publickey',
    ForwardAgent: 'no',
    ConnectTimeout: '20',
    ServerAliveInterval: '15',
    ServerAliveCountMax: '4',
  }
  const given = Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`])
  return ['-F', 'none', ...given, '-P', String(port), '-b', '-']
}

/** A path as sftp reads it: in quotes, and no character stands for others. */
const quoted = (path: string) => `"${path.replace(/["\\*?[\]]/g, '\\$&')}"`

/** Runs commands until one fails. Returns what they print; throws `TargetError` with the reason. */
async function runSftp(
  args: string[],
  commands: string[],
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<string> {
  if (signal.aborted) throw stopped()
  const limit = AbortSignal.timeout(limitMs)
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', LC_ALL: 'C' }
  const child = spawn('sftp', args, { env, stdio: 'pipe', signal: AbortSignal.any([signal, limit]) })
  const failed = once(child, 'error').then(([error]) => error as NodeJS.ErrnoException)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  // A process that ends early does not read its commands; its own message says why.
  child.stdin.on('error', () => {})
  child.stdin.end(`${commands.join('\n')}\n`)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const result = await Promise.race([failed, ended])
  if (limit.aborted) throw tooSlow()
  if (signal.aborted) throw stopped()
  if (result instanceof Error) {
    throw new TargetError('这台机器上不能运行 sftp 命令（{code}）：请安装 openssh-client。', {
      code: result.code ?? '',
    })
  }
  const [printed, complaints] = await output
  if (result !== 0) throw sftpRefusal(complaints)
  return printed
}

const BAD_KEY = '不能使用 SFTP_KEY_FILE：它须是没有口令的私钥，只有本人可读。'

/** What `sftp` prints, and what it means; the first pattern that fits decides. */
const COMPLAINTS: [pattern: RegExp, sentence: string][] = [
  [/host key verification failed/i, '主机密钥不在 SFTP_KNOWN_HOSTS 里，或已改变。'],
  [/load key|unprotected private key|identity file .* not accessible/i, BAD_KEY],
  [/permission denied \(|too many authentication failures/i, '对方没有接受 SFTP_KEY_FILE 里的密钥。'],
  [
    /could not resolve|connection refused|timed out|no route|unreachable|connection (reset|closed)|broken pipe/i,
    '连不上对方的主机。',
  ],
  [/^(stat|realpath) remote|not a directory/im, '备份文件夹不存在，可能没有挂载。'],
  [/permission denied|read-only/i, '没有权限读写备份文件夹。'],
  [/: failure|no space|quota/i, '对方没有写下文件，可能是空间不足。'],
]

function sftpRefusal(complaints: string): TargetError {
  const [, sentence] = COMPLAINTS.find(([pattern]) => pattern.test(complaints)) ?? []
  if (sentence) return new TargetError(sentence)
  return new TargetError('对方没有完成：{message}', { message: complaints.trim().slice(0, 200) })
}

/** Lines such as `-rw-------    ? 1000     1000        12345 Nov 27 18:00 houtai-000001-….backup`. */
function parseListing(printed: string): TargetFile[] {
  return printed.split('\n').flatMap((line) => {
    const found = /^-\S+\s+\S+\s+\S+\s+\S+\s+(\d+)\s+\S+\s+\S+\s+\S+\s+(\S.*)$/.exec(line.trimEnd())
    return found ? [{ name: found[2] ?? '', bytes: Number(found[1]) }] : []
  })
}
