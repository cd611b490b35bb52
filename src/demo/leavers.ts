import { ROLES } from '#access/permissions.ts'
import { addDays } from '#kit/calendar.ts'
import { searchPinyin } from '#kit/pinyin.ts'
import type { DemoPerson } from './people.ts'

/** Former staff of company 001: one whose data has been erased, one whose data is due for erasure. */
const FORMER_STAFF = [
  { name: '彭程', days: 300, erased: true },
  { name: '谢安', days: 200, erased: false },
]

/** Their rows, with ids after those of the other staff, which stay unchanged. */
export function leaverRows(people: readonly DemoPerson[], passwordHash: string, today: string) {
  const head = people.find(({ name }) => name === '苏曼')
  return FORMER_STAFF.map(({ name, days, erased }, index) => {
    const id = people.length + index + 1
    const hiredOn = addDays(today, -days - 500)
    const at = new Date(`${hiredOn}T02:00:00Z`)
    return {
      id,
      companyCode: '001',
      username: searchPinyin(name, true).split(' ')[0],
      name,
      role: ROLES.agent,
      parentId: head?.id ?? null,
      status: 'left',
      passwordHash,
      mustChangePassword: false,
      namePinyin: searchPinyin(name, true),
      mobile: erased ? null : `1990000${String(id).padStart(4, '0')}`,
      employeeNo: `YG${String(id).padStart(4, '0')}`,
      hiredOn,
      leftOn: addDays(today, -days),
      payeeBank: erased ? null : '招商银行',
      payeeCard: erased ? null : '6222000000012345678',
      erasedAt: erased ? new Date(`${addDays(today, 185 - days)}T02:00:00Z`) : null,
      createdAt: at,
      updatedAt: at,
      createdBy: head?.id ?? null,
    }
  })
}
