import * as z from 'zod'
import { endpoint, Id, Keyword, many, Option, page, paged, Version } from '#kit/contract.ts'
import { optionalLine, Username } from '#kit/fields.ts'
import { schemasOf } from '#kit/recordFields.ts'
import { reveal } from '#kit/reveal.ts'
import { Role, staffFields } from './fields.ts'

export const StaffStatus = z.enum(['active', 'disabled', 'left']).meta({ title: '状态' })
/** The fields that create and edit share. */
const fields = schemasOf(staffFields)

export const StaffInput = z.strictObject({
  username: Username,
  ...fields,
  /** A head creates members of the own team and sends none. */
  role: Role.optional(),
  /** For an admin of the headquarters only; everybody else creates in the own company. */
  companyCode: z
    .string()
    .regex(/^\d{3}$/)
    .optional()
    .meta({ title: '公司' }),
})

export const StaffChanges = z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape })

export type StaffInput = z.output<typeof StaffInput>

/** One member of staff as a list or a page shows it: contacts masked, pay only to whom may see it. */
export const Staff = z.object({
  id: z.int(),
  companyCode: z.string(),
  username: z.string(),
  name: z.string(),
  mobile: z.string().nullable(),
  employeeNo: z.string().nullable(),
  role: z.int(),
  parentId: z.int().nullable(),
  parentName: z.string().nullable(),
  hiredOn: z.string().nullable(),
  leftOn: z.string().nullable(),
  /** Since when mobile and payee of a leaver are gone. */
  erasedAt: z.iso.datetime().nullable(),
  status: StaffStatus,
  storeCount: z.int(),
  baseSalaryCents: z.int().nullable().optional(),
  seniorityPayCents: z.int().nullable().optional(),
  commissionRateBp: z.int().nullable().optional(),
  payeeBank: z.string().nullable().optional(),
  payeeCard: z.string().nullable().optional(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type Staff = z.output<typeof Staff>

/** People who are active, as a tree has them: how many by role, and every team with its head and members. */
export const Teams = z.object({
  companyCode: z.string(),
  /** How many there are in all, and in each role. */
  total: z.int(),
  roles: z.array(z.object({ role: z.int(), count: z.int() })),
  teams: z.array(
    z.object({ id: z.int(), name: z.string(), isActive: z.boolean(), members: z.array(Option) }),
  ),
})

export type Teams = z.output<typeof Teams>

/** Whom a form lets choose: each purpose asks the permission of its own form. */
export const OptionPurpose = z.enum(['parent', 'owner', 'leader', 'agent', 'reviewer', 'anyone'])

export type OptionPurpose = z.output<typeof OptionPurpose>

export const staff = {
  list: endpoint('GET /api/staff', {
    needs: 'canManageUser',
    summary: '员工列表',
    input: page(
      {
        keyword: Keyword,
        role: many(z.coerce.number().int().min(1).max(4)),
        status: many(StaffStatus),
        parentId: many(Id),
        /** A head, and with the head the members. */
        teamId: many(Id),
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      ['id', 'name', 'username', 'hiredOn', 'createdAt'],
    ),
    output: paged(Staff).extend({ statusCounts: z.record(z.string(), z.int()) }),
  }),
  teams: endpoint('GET /api/staff/teams', {
    needs: 'canManageUser',
    summary: '在职员工的小组：各公司的组长、组员和各角色人数',
    input: z.strictObject({}),
    output: z.array(Teams),
  }),
  get: endpoint('GET /api/staff/:id', {
    needs: 'canManageUser',
    summary: '员工详情',
    input: z.strictObject({ id: Id }),
    output: Staff,
  }),
  create: endpoint('POST /api/staff', {
    needs: 'canManageUser',
    summary: '新建员工，返回一次性密码',
    input: StaffInput,
    output: z.object({ staff: Staff, oneTimePassword: z.string() }),
  }),
  update: endpoint('PATCH /api/staff/:id', {
    needs: 'canManageUser',
    summary: '修改员工',
    input: StaffChanges,
    output: Staff,
  }),
  resetPassword: endpoint('POST /api/staff/:id/reset-password', {
    needs: 'canManageUser',
    summary: '重置密码，返回一次性密码，此人的登录全部失效',
    input: z.strictObject({ id: Id, version: Version }),
    output: z.object({ oneTimePassword: z.string() }),
  }),
  reveal: reveal('POST /api/staff/:id/reveal', {
    needs: 'canManageUser',
    fields: ['mobile', 'payeeCard'],
  }),
  options: endpoint('GET /api/staff/options', {
    needs: 'signedIn',
    summary: '选人用的名单：编号和姓名',
    input: z.strictObject({
      purpose: OptionPurpose,
      keyword: Keyword,
      /** Those with these numbers, whether or not they are still there: a filter keeps the name of its person. */
      id: many(Id),
      /** Somebody who is not to be offered: the one whose work is handed on. */
      exceptId: Id.optional(),
      /** People of that company; only an admin of the headquarters reaches others than the own. */
      companyCode: z
        .string()
        .regex(/^\d{3}$/)
        .optional(),
    }),
    output: z.array(Option),
  }),
}

/** How long mobile and payee of people who left are kept, and of how many the time is over. */
const Retention = z.object({ days: z.int(), due: z.int(), version: z.int() })

export const retention = {
  get: endpoint('GET /api/staff/retention', {
    needs: 'canAdmin',
    summary: '本公司离职员工的资料保留多少天，已到期几人',
    input: z.strictObject({}),
    output: Retention,
  }),
  set: endpoint('POST /api/staff/retention', {
    needs: 'canAdmin',
    summary: '设置本公司离职员工的资料保留天数，至少 180 天',
    input: z.strictObject({
      days: z.int().min(180).max(3650).meta({ title: '保留天数' }),
      /** 0 where nobody has set it yet. */
      version: z.int().min(0).max(2_147_483_647),
    }),
    output: Retention,
  }),
}

/** A step of a person's state: who it is, the version that was seen, and why. */
const step = { id: Id, version: Version, reason: optionalLine('原因', 200).optional() }

export const staffSteps = {
  disable: endpoint('POST /api/staff/:id/disable', {
    needs: 'canManageUser',
    summary: '停用员工，此人的登录全部失效',
    input: z.strictObject(step),
    output: Staff,
  }),
  enable: endpoint('POST /api/staff/:id/enable', {
    needs: 'canManageUser',
    summary: '启用停用的员工',
    input: z.strictObject(step),
    output: Staff,
  }),
  return: endpoint('POST /api/staff/:id/return', {
    needs: 'canManageUser',
    summary: '离职员工返岗，返回一次性密码',
    input: z.strictObject({
      ...step,
      /** Of a member whose head is there no more; a head takes people back into the own team. */
      parentId: Id.optional().meta({ title: '所属组长' }),
    }),
    output: z.object({ staff: Staff, oneTimePassword: z.string() }),
    answerKept: false,
  }),
}

/** Role 1 sees the console as somebody else sees it: read-only, marked, and logged with both names. */
export const viewing = {
  begin: endpoint('POST /api/staff/:id/view', {
    needs: 'canAdmin',
    summary: '以某位员工的身份查看（只读），写入操作日志',
    input: z.strictObject({ id: Id }),
    output: z.null(),
    answerKept: false,
  }),
  end: endpoint('POST /api/currentUser/stop-viewing', {
    needs: 'signedIn',
    summary: '退出查看，回到自己的身份',
    input: z.strictObject({}),
    output: z.null(),
    answerKept: false,
    whileViewing: true,
  }),
}
