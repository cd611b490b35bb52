import * as z from 'zod'
import { endpoint, Id, Version } from '#kit/contract.ts'

const Password = z.string().min(1).max(512).meta({ title: '密码' })
const Otp = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入 6 位动态码')
  .meta({ title: '动态码' })

/** Returned once; the server stores only hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** The roles of a company that must have a second factor; version 0 if the rule was never set. */
export const SecondFactorRule = z.object({ roles: z.array(z.int()), version: z.int() })

export const secondFactor = {
  get: endpoint('GET /api/currentUser/second-factor', {
    needs: 'signedIn',
    summary: '我的两步验证',
    input: z.strictObject({}),
    output: z.object({
      since: z.iso.datetime().nullable(),
      recoveryCodesLeft: z.int(),
      required: z.boolean(),
    }),
    beforeSecondFactor: true,
  }),
  begin: endpoint('POST /api/currentUser/second-factor/begin', {
    needs: 'signedIn',
    summary: '凭密码开始设置两步验证，返回密钥',
    input: z.strictObject({ password: Password }),
    output: z.object({ secret: z.string(), uri: z.string() }),
    audited: false,
    beforeSecondFactor: true,
  }),
  confirm: endpoint('POST /api/currentUser/second-factor/confirm', {
    needs: 'signedIn',
    summary: '在开始后 15 分钟内，用第一个动态码确认两步验证，返回恢复码',
    input: z.strictObject({ otp: Otp }),
    output: RecoveryCodes,
    beforeSecondFactor: true,
  }),
  renewCodes: endpoint('POST /api/currentUser/second-factor/recovery-codes', {
    needs: 'signedIn',
    summary: '重新生成恢复码，旧的作废',
    input: z.strictObject({ password: Password }),
    output: RecoveryCodes,
  }),
  disable: endpoint('POST /api/currentUser/second-factor/disable', {
    needs: 'signedIn',
    summary: '关闭两步验证',
    input: z.strictObject({ password: Password }),
    output: z.null(),
  }),
  reset: endpoint('POST /api/staff/:id/reset-second-factor', {
    needs: 'canManageUser',
    summary: '重置员工的两步验证：此人换了手机，也没有恢复码',
    input: z.strictObject({ id: Id }),
    output: z.null(),
  }),
  getRule: endpoint('GET /api/sign-in-security', {
    needs: 'canAdmin',
    summary: '本公司哪些角色必须开启两步验证',
    input: z.strictObject({}),
    output: SecondFactorRule,
  }),
  setRule: endpoint('PATCH /api/sign-in-security', {
    needs: 'canAdmin',
    summary: '设定本公司哪些角色必须开启两步验证',
    input: z.strictObject({
      roles: z.array(z.int().min(1).max(4)).max(4).meta({ title: '角色' }),
      version: z.union([z.literal(0), Version]),
    }),
    output: SecondFactorRule,
  }),
}
