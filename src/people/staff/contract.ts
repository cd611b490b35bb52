import * as z from 'zod'
import { endpoint, Id, Keyword, many, Option, page, paged, Version } from '#kit/contract.ts'
import { optionalLine, Username } from '#kit/fields.ts'
import { schemasOf } from '#kit/recordFields.ts'
import { reveal } from '#kit/reveal.ts'
import { Role, staffFields } from './fields.ts'
import { staffOptions } from './options/contract.ts'

export const StaffStatus = z.enum(['active', 'disabled', 'left']).meta({ title: '状态' })
export type StaffStatus = z.output<typeof StaffStatus>

/** The fields shared by create and update. */
const fields = schemasOf(staffFields)

export const StaffInput = z.strictObject({
  username: Username,
  ...fields,
  /** Omitted by heads, who create members of their own team. */
  role: Role.optional(),
  /** Only for admins of the headquarters; others create in their own company. */
  companyCode: z
    .string()
    .regex(/^\d{3}$/)
    .optional()
    .meta({ title: '公司' }),
})

export const StaffChanges = z.strictObject({ id: Id, version: Version, ...z.object(fields).partial().shape })

export type StaffInput = z.output<typeof StaffInput>

/** The maximum number of people created in one request: hashing a password takes about 130 ms. */
export const MAX_NEW_PEOPLE = 30

/** The role of a new person: a head is an agent without a head. */
export const Position = z.enum(['head', 'member', 'sales', 'finance', 'admin']).meta({ title: '角色' })

export type Position = z.output<typeof Position>

/** One of several new people: only what they need to start. */
export const NewPerson = z
  .strictObject({
    name: fields.name,
    /** Default: the pinyin of the name, with a number if it is taken. */
    username: Username.optional(),
    /** Omitted by heads, who create members of their own team. */
    position: Position.optional(),
    parentId: Id.optional().meta({ title: '所属组长' }),
    /** Instead of `parentId`: the place in the list of a head created by the same request. */
    parentRow: z.int().min(0).max(MAX_NEW_PEOPLE).optional(),
    mobile: fields.mobile,
  })
  .refine(
    ({ position, ...parent }) => position !== 'member' || parent.parentId || parent.parentRow !== undefined,
    { path: ['parentId'], message: '请选择组长；还没有组长，就先添加一位。' },
  )
  .refine(
    ({ position = 'member', ...parent }) =>
      position === 'member' || !(parent.parentId || parent.parentRow !== undefined),
    { path: ['parentId'], message: '只有客服才有所属组长。' },
  )

export type NewPerson = z.output<typeof NewPerson>

/** A staff member in API format: contacts masked, pay only for callers who may see it. */
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
  /** When mobile and payee of a former staff member were erased. */
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

/** A new person with the one-time password, which is returned once. */
export const FirstPassword = z.object({
  id: z.int(),
  name: z.string(),
  username: z.string(),
  oneTimePassword: z.string(),
})

export type FirstPassword = z.output<typeof FirstPassword>

/** A company's active staff for the team tree: counts per role, and each team with its head and members. */
export const Teams = z.object({
  companyCode: z.string(),
  /** Active staff in total and per role. */
  total: z.int(),
  roles: z.array(z.object({ role: z.int(), count: z.int() })),
  teams: z.array(
    z.object({ id: z.int(), name: z.string(), isActive: z.boolean(), members: z.array(Option) }),
  ),
})

export type Teams = z.output<typeof Teams>

/** The people of the user's company who do what the user may not: names only. */
export const StaffContacts = z.object({
  /** Active admins, at most 3. */
  admins: z.array(z.string()),
  /** The active head of a team member. */
  head: z.string().nullable(),
})

export type StaffContacts = z.output<typeof StaffContacts>

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
        /** Ids of heads: matches the heads and their members. */
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
  createMany: endpoint('POST /api/staff/batch', {
    needs: 'canManageUser',
    summary: '一次新建几位员工，返回各人的一次性密码；有一位不能新建就都不新建，逐行说明原因',
    input: z.strictObject({
      people: z.array(NewPerson).min(1, '请填写姓名').max(MAX_NEW_PEOPLE).meta({ title: '员工' }),
    }),
    /** In the order of the request. */
    output: z.object({ people: z.array(FirstPassword) }),
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
  options: staffOptions,
  contacts: endpoint('GET /api/staff/contacts', {
    needs: 'signedIn',
    summary: '没有权限时可以找谁：本公司的管理员（最多 3 人）和自己的组长，只有姓名',
    input: z.strictObject({}),
    output: StaffContacts,
  }),
}

/** Days for which mobile and payee of former staff are kept; `due` counts the people past that limit. */
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
      /** 0 if it was never set. */
      version: z.int().min(0).max(2_147_483_647),
    }),
    output: Retention,
  }),
}

/** The input of a status change: the person, the version that the user saw, and a reason. */
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
      /** The new head of a member whose head is gone. A head takes people back into their own team. */
      parentId: Id.optional().meta({ title: '所属组长' }),
    }),
    output: z.object({ staff: Staff, oneTimePassword: z.string() }),
    answerKept: false,
  }),
}

/** Role 1 views the console as another user: read-only, marked, and logged with both names. */
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
