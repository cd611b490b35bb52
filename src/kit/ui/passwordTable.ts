import type { Sheet } from '#kit/sheets/write.ts'
import { t } from '#kit/text.ts'

/** A password that the server has just created, and the user it is for. */
export interface IssuedPassword {
  name: string
  username: string
  password: string
}

/** The titles of the columns. */
export const passwordTitles = () => [t('姓名'), t('用户名'), t('一次性密码')]

/** The headers and rows of issued passwords, as they are copied. */
export function passwordRows(issued: readonly IssuedPassword[]): string[][] {
  return [passwordTitles(), ...issued.map(({ name, username, password }) => [name, username, password])]
}

/** The same as a sheet. */
export function issuedSheet(issued: readonly IssuedPassword[]): Sheet {
  const [titles = [], ...rows] = passwordRows(issued)
  return { name: t('密码'), columns: titles.map((title) => ({ title, type: 'text' })), rows }
}
