import { AppError } from '#kit/errors.ts'

/** What one person may keep; the program itself knows some thirty keys. */
export const MOST_KEYS = 200

/** Throws WRONG_STATE where a person keeps so much already that a further key has no room. */
export function assertRoom(otherKeys: number): void {
  if (otherKeys < MOST_KEYS) return
  throw new AppError('WRONG_STATE', '您保存的界面设置已有 {n} 项，不能再增加，请先恢复一些列表的默认列。', {
    params: { n: MOST_KEYS },
  })
}
