import { ROLES } from '#access/permissions.ts'
import { dayOf } from '#kit/calendar.ts'
import { searchPinyin } from '#kit/pinyin.ts'

/** The company without any data, in which users try their first hour. */
export const NEW_COMPANY = { code: '003', name: '晴川客服' }

const ADMIN = { username: 'admin3', name: '秦朗' }

/** The rows of that company and of its only staff member, its admin, who gets the given id. */
export function newCompanyRows(id: number, passwordHash: string, now: Date) {
  return {
    company: { ...NEW_COMPANY, booksFrom: null },
    admin: {
      ...ADMIN,
      id,
      companyCode: NEW_COMPANY.code,
      role: ROLES.admin,
      parentId: null,
      status: 'active',
      passwordHash,
      mustChangePassword: false,
      namePinyin: searchPinyin(ADMIN.name, true),
      mobile: `1990000${String(id).padStart(4, '0')}`,
      hiredOn: dayOf(now),
      leftOn: null,
      createdAt: now,
      updatedAt: now,
      createdBy: null,
    },
  }
}
