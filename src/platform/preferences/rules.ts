import { AppError } from '#kit/errors.ts'

/** Maximum number of keys per person; the program itself uses about thirty. */
export const MAX_KEYS = 200

/** Throws WRONG_STATE if the person has the maximum number of keys without this one. */
export function assertRoom(otherKeys: number): void {
  if (otherKeys < MAX_KEYS) return
  throw new AppError('WRONG_STATE', '您保存的界面设置已有 {n} 项，不能再增加，请先恢复一些列表的默认列。', {
    values: { n: MAX_KEYS },
  })
}
