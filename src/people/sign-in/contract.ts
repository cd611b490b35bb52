import * as z from 'zod'
import { endpoint, Id } from '#kit/contract.ts'
import { Mobile } from '#kit/fields.ts'
import { Logo } from '#people/companies/profile/contract.ts'

const Username = z.string().trim().min(1).max(64).meta({ title: '用户名' })
const Password = z.string().min(1).max(512).meta({ title: '密码' })
const NewPassword = z.string().max(512).meta({ title: '新密码' })
const Captcha = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入 6 位验证码')
  .meta({ title: '验证码' })
/** The secret of the browser: 32 random bytes as base64url. Absent if the browser cannot store one. */
const DeviceSecret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .optional()
  .meta({ title: '设备标识' })
const AutoLogin = z.boolean().default(false).meta({ title: '自动登录' })

/** The signed-in user: the four fields of the specification and our own. */
export const CurrentUser = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  role: z.int(),
  parentId: z.int().nullable(),
  companyCode: z.string(),
  companyName: z.string(),
  /** What the header shows instead of the installation's title and mark; null for these. */
  companyShortName: z.string().nullable(),
  companyLogo: Logo.nullable(),
  mustChangePassword: z.boolean(),
  /** The company requires a second factor of this role, and the user has not set one up. */
  mustSetSecondFactor: z.boolean(),
  /** Masked. */
  mobile: z.string().nullable(),
  /** The admin who views the console as this person; null for the person's own session. */
  viewer: z.object({ id: z.int(), name: z.string() }).nullable(),
})

export type CurrentUser = z.output<typeof CurrentUser>

const byAccount = z.strictObject({
  type: z.literal('account'),
  username: Username,
  password: Password,
  autoLogin: AutoLogin,
  device: DeviceSecret,
})

const byMobile = z.strictObject({
  type: z.literal('mobile'),
  mobile: Mobile,
  captcha: Captcha,
  autoLogin: AutoLogin,
  device: DeviceSecret,
})

/** The second step: the ticket from the SECOND_FACTOR error, and a code of the app or a recovery code. */
const byTicket = z.strictObject({
  type: z.literal('ticket'),
  ticket: z.string().min(1).max(100).meta({ title: '登录凭证' }),
  otp: z.string().trim().min(6).max(40).meta({ title: '动态码' }),
  device: DeviceSecret,
})

/** A session of the user. Browser and system are null if the user agent does not reveal them. */
export const Device = z.object({
  id: z.int(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ip: z.string().nullable(),
  autoLogin: z.boolean(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  /** The session of this request. */
  current: z.boolean(),
})

export type Device = z.output<typeof Device>

export const session = {
  signIn: endpoint('POST /api/login/account', {
    needs: null,
    summary: '登录：账号密码，或手机号和验证码；开启了两步验证的，凭 SECOND_FACTOR 返回的 ticket 再走一步',
    input: z.discriminatedUnion('type', [byAccount, byMobile, byTicket]),
    output: z.object({ token: z.string(), expiresAt: z.iso.datetime(), mustChangePassword: z.boolean() }),
    audited: false,
  }),
  captcha: endpoint('POST /api/login/captcha', {
    needs: null,
    summary: '获取登录验证码；无论手机号是否登记，回答都一样',
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
    whileViewing: true,
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
    summary: '修改密码，其他设备上的登录失效',
    input: z.strictObject({ oldPassword: Password.meta({ title: '原密码' }), newPassword: NewPassword }),
    output: z.null(),
    beforePasswordChange: true,
  }),
}

/** Failed attempts keep a person from signing in; `until` is null if the lock lasts until it is lifted. */
const Lock = z.object({ until: z.iso.datetime().nullable() })

export const devices = {
  list: endpoint('GET /api/currentUser/sessions', {
    needs: 'signedIn',
    summary: '我的登录设备',
    input: z.strictObject({}),
    output: z.array(Device),
  }),
  revoke: endpoint('POST /api/currentUser/sessions/:id/revoke', {
    needs: 'signedIn',
    summary: '凭密码让我的一台设备下线',
    input: z.strictObject({ id: Id, password: Password }),
    output: z.null(),
  }),
  revokeOthers: endpoint('POST /api/currentUser/sessions/revoke-others', {
    needs: 'signedIn',
    summary: '凭密码让我的其他设备全部下线，返回下线几台',
    input: z.strictObject({ password: Password }),
    output: z.object({ count: z.int() }),
  }),
  ofStaff: endpoint('GET /api/staff/:id/sign-in', {
    needs: 'canManageUser',
    summary: '员工的登录情况：在几台设备上登录，是否开启两步验证，是否因多次失败被限制登录',
    input: z.strictObject({ id: Id }),
    output: z.object({ sessions: z.int(), secondFactor: z.boolean(), lock: Lock.nullable() }),
  }),
  unlockOfStaff: endpoint('POST /api/staff/:id/unlock-sign-in', {
    needs: 'canManageUser',
    summary: '解除员工因多次失败受到的登录限制，密码不变',
    input: z.strictObject({ id: Id }),
    output: z.null(),
  }),
  revokeOfStaff: endpoint('POST /api/staff/:id/revoke-sessions', {
    needs: 'canManageUser',
    summary: '让员工的全部设备下线，返回下线几台',
    input: z.strictObject({ id: Id }),
    output: z.object({ count: z.int() }),
  }),
}
