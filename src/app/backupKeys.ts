import type { Decryption, Encryption } from '#db/backup/encryption.ts'
import { deriveKeys, MASTER_KEY_BYTES } from '#kit/keys.ts'
import { decodeKey, findMasterKey, type KeySettings, masterKeyPath, readKeyFile } from './masterKey.ts'
import { type Settings, StartError } from './settings.ts'

/** The settings that decide what opens a backup. */
export type BackupSettings = KeySettings & Pick<Settings, 'backupKey' | 'backupKeyFile' | 'backupPassphrase'>

const NO_KEY =
  '备份要加密，但没有可用的密钥。请设置 SECRET_KEY（或 SECRET_KEY_FILE），或另设 BACKUP_KEY（或 BACKUP_KEY_FILE，可用 npm run backup:key -- --new 文件 生成），或设口令 BACKUP_PASSPHRASE。'

/**
 * What new backups are encrypted with: the key of the settings, else one derived from the installation's key; with
 * BACKUP_PASSPHRASE the passphrase opens them too. Throws `StartError` if there is neither.
 */
export function backupEncryption(settings: BackupSettings): Encryption {
  const key = ownKey(settings) ?? derivedKey(settings)
  const passphrase = settings.backupPassphrase ?? null
  if (key) return { key, passphrase }
  if (passphrase !== null) return { key, passphrase }
  throw new StartError(NO_KEY)
}

/** What is tried to open a backup. `ask` requests the passphrase, at most once. */
export function backupDecryption(settings: BackupSettings, ask: () => Promise<string | null>): Decryption {
  const keys = [ownKey(settings), derivedKey(settings)].filter((key) => key !== null)
  let asked: Promise<string | null> | null = null
  return {
    keys,
    passphrase: () => {
      asked ??= settings.backupPassphrase === undefined ? ask() : Promise.resolve(settings.backupPassphrase)
      return asked
    },
  }
}

function ownKey({ backupKey, backupKeyFile }: BackupSettings): Buffer | null {
  if (backupKey) return decodeKey(backupKey, '设置 BACKUP_KEY')
  // An installation's key that was replaced is longer; its first part is a key of its own.
  return backupKeyFile ? readKeyFile(backupKeyFile).subarray(0, MASTER_KEY_BYTES) : null
}

function derivedKey(settings: BackupSettings): Buffer | null {
  const master = findMasterKey(settings)
  return master && deriveKeys(master)('backup').export()
}

/** The secret that the operator has to keep apart from the backups, as a setting, and where it is now. */
export interface SecretToKeep {
  name: 'BACKUP_KEY' | 'SECRET_KEY'
  value: Buffer
  source: string
}

/** Returns the secret that opens new backups; null if only a passphrase does. */
export function secretToKeep(settings: BackupSettings): SecretToKeep | null {
  const { backupKey, backupKeyFile, secretKey, secretKeyFile, dataDir } = settings
  const own = ownKey(settings)
  if (own) {
    const source = backupKey ? '设置 BACKUP_KEY' : `文件 ${backupKeyFile}`
    return { name: 'BACKUP_KEY', value: own, source }
  }
  const master = findMasterKey(settings)
  if (!master) return null
  const source = secretKey ? '设置 SECRET_KEY' : `文件 ${secretKeyFile ?? masterKeyPath(dataDir)}`
  return { name: 'SECRET_KEY', value: master, source }
}
