import * as z from 'zod'
import { endpoint } from '#kit/contract.ts'
import { Mobile } from '#kit/fields.ts'

const Username = z.string().trim().min(1).max(64).meta({ title: '用户名' })
const Password = z.string().min(1).max(512).meta({ title: '密码' })
const NewPassword = z.string().max(512).meta({ title: '新密码' })

/** The person that the browser knows: the specification's four fields, and ours. */
export const CurrentUser = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  role: z.int(),
  parentId: z.int().nullable(),
  companyCode: z.string(),
  companyName: z.string(),
  mustChangePassword: z.boolean(),
  /** Masked, as everywhere. */
  mobile: z.string().nullable(),
})

export type CurrentUser = z.output<typeof CurrentUser>

const account = z.strictObject({
  type: z.literal('account'),
  username: Username,
  password: Password,
  autoLogin: z.boolean().default(false),
})

export const session = {
  signIn: endpoint('POST /api/login/account', {
    needs: null,
    summary: '登录',
    input: account,
    output: z.object({ token: z.string(), expiresAt: z.iso.datetime(), mustChangePassword: z.boolean() }),
    audited: false,
  }),
  captcha: endpoint('POST /api/login/captcha', {
    needs: null,
    summary: '获取登录验证码',
    input: z.strictObject({ mobile: Mobile }),
    output: z.null(),
    takes: 'query',
    audited: false,
  }),
  signOut: endpoint('POST /api/login/outLogin', {
    needs: 'signedIn',
    summary: '退出登录',
    input: z.strictObject({}),
    output: z.null(),
    audited: false,
    beforePasswordChange: true,
  }),
  currentUser: endpoint('GET /api/currentUser', {
    needs: 'signedIn',
    summary: '当前用户',
    input: z.strictObject({}),
    output: CurrentUser,
    beforePasswordChange: true,
  }),
  changePassword: endpoint('POST /api/currentUser/password', {
    needs: 'signedIn',
    summary: '修改密码',
    input: z.strictObject({ oldPassword: Password.meta({ title: '原密码' }), newPassword: NewPassword }),
    output: z.null(),
    beforePasswordChange: true,
  }),
}
