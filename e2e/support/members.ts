import type { Page } from 'playwright-core'
import { session } from '#people/sign-in/contract.ts'
import { staff } from '#people/staff/contract.ts'
import { clientOf } from './api.ts'
import { pick } from './hands.ts'

/** The password of the people that `newMember` creates. */
export const MEMBER_PASSWORD = '湖边的七棵老柳树'

/** Creates a member of 陈思雨's team by the API, with a known password. */
export async function newMember(base: string): Promise<{ id: number; username: string }> {
  const username = `xinren${Date.now()}`
  const head = await clientOf(base, 'head')
  const made = await head.call(staff.create, { username, name: '唐果' })
  const member = await clientOf(base, username, made.oneTimePassword)
  const change = { oldPassword: made.oneTimePassword, newPassword: MEMBER_PASSWORD }
  await member.call(session.changePassword, change)
  return { id: made.staff.id, username }
}

/** Creates a member of 陈思雨's team in the form; returns the password, which is displayed only once. */
export async function makeMember(page: Page, username: string, name: string): Promise<string> {
  await page.getByRole('button', { name: '新建员工' }).click()
  const form = page.getByRole('dialog', { name: '新建员工' })
  await form.getByLabel('用户名').fill(username)
  await form.getByLabel('姓名').fill(name)
  await pick(form.getByLabel('所属组长'), '陈思雨')
  await form.getByRole('button', { name: '确定' }).click()
  const shown = page.getByRole('dialog', { name: `${name}的一次性密码` })
  await shown.waitFor()
  const copy = await shown.getByRole('button', { name: /^复制 / }).getAttribute('aria-label')
  await shown.getByRole('button', { name: '我已复制' }).click()
  await shown.waitFor({ state: 'hidden' })
  return copy?.slice('复制 '.length) ?? ''
}

/** Signs in with the form of the sign-in page. */
export async function signInWithForm(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Replaces the given password with a new one. */
export async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel('原密码').fill(from)
  await page.getByLabel('新密码', { exact: true }).fill(to)
  await page.getByLabel('再次输入新密码').fill(to)
  await page.getByRole('button', { name: '设置并进入' }).click()
}
