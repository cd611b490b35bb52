import { readFileSync } from 'node:fs'
import { type Settings, StartError } from '#app/settings.ts'
import { fileErrorReason } from '#db/paths.ts'
import { ADDRESS_FORMS, type Address, namesOf, parseAddresses } from './addresses.ts'
import { folderTarget } from './folderTarget.ts'
import { s3Target } from './s3Target.ts'
import { sftpTarget } from './sftpTarget.ts'
import type { Target } from './target.ts'

export type TargetSettings = Pick<Settings, 'backupTo' | 's3' | 'sftp'>

/**
 * The targets of the setting BACKUP_TO. Throws `StartError` with one sentence for each setting that a target needs and
 * that is missing, or for a key file that cannot be read.
 */
export function targetsOf(settings: TargetSettings): Target[] {
  return targetsAt(settings.backupTo, settings)
}

/** The targets of addresses that may differ from BACKUP_TO, as of a command; their keys are those of the settings. */
export function targetsAt(text: string, settings: TargetSettings): Target[] {
  const found = parseAddresses(text)
  const addresses = found.filter((address) => address !== null)
  if (addresses.length < found.length) {
    throw new StartError(
      `备份的目的地「${text}」写得不对：应是 ${ADDRESS_FORMS}，路径里不能有空格、引号和 ..。`,
    )
  }
  const names = namesOf(addresses)
  return addresses.map((address, index) => targetAt(address, names[index] ?? address.kind, settings))
}

/** Whether a word of a command is an address and not a file. */
export const isAddress = (word: string) => /^(folder:|s3:\/\/|sftp:\/\/)/.test(word)

function targetAt(address: Address, name: string, { s3, sftp }: TargetSettings): Target {
  if (address.kind === 'folder') return folderTarget(name, address.folder)
  if (address.kind === 's3') {
    const { endpoint, accessKeyId, secretAccessKey, secretAccessKeyFile, ...rest } = s3
    const secret = secretAccessKey ?? (secretAccessKeyFile && readSecret(secretAccessKeyFile))
    assertGiven('S3', {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      'S3_SECRET_ACCESS_KEY（或 S3_SECRET_ACCESS_KEY_FILE）': secret,
    })
    return s3Target(name, address, {
      endpoint: endpoint ?? '',
      accessKeyId: accessKeyId ?? '',
      secretAccessKey: secret ?? '',
      ...rest,
    })
  }
  const { keyFile, knownHosts } = sftp
  assertGiven('SFTP', { SFTP_KEY_FILE: keyFile, SFTP_KNOWN_HOSTS: knownHosts })
  return sftpTarget(name, address, { keyFile: keyFile ?? '', knownHosts: knownHosts ?? '' })
}

function assertGiven(kind: string, values: Record<string, string | undefined>): void {
  const missing = Object.keys(values).filter((setting) => !values[setting])
  if (missing.length > 0)
    throw new StartError(`备份到 ${kind} 还缺设置：${missing.join('、')}。请补上后重新启动。`)
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    const reason = fileErrorReason(error)
    if (reason === null) throw error
    throw new StartError(`设置 S3_SECRET_ACCESS_KEY_FILE 指向的 ${path} 读不出来：${reason}。`)
  }
}
