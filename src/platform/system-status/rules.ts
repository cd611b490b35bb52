import type { SystemBackup, SystemJob } from './contract.ts'

/** The screen 系统状态. */
export const STATUS_LINK = '/account/settings/system'

/** The state of a job in words. */
export const jobStates: Record<SystemJob['state'], string> = {
  done: '正常',
  running: '运行中',
  failed: '失败',
  missed: '没按时运行',
  never: '还没运行',
}

/** What is attempted with a backup. */
export const backupKinds: Record<SystemBackup['kind'], string> = {
  backup: '备份',
  copy: '异地备份',
  test_restore: '恢复演练',
}
