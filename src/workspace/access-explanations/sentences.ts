import { t } from '#kit/text.ts'
import type { DecidingFact, ExplainedEntity, RecordAction, Verdict } from './contract.ts'

export const actionNames: Record<RecordAction, string> = {
  read: '查看',
  update: '修改',
  transfer: '移交',
  assign: '分配客服',
  handle: '查看和处理',
  review: '审核',
}

/** The names for the sentences. */
export interface Names {
  /** The name of the person's role. */
  role: string
  ownerName: string | null
  headNames: readonly string[]
  agentNames: readonly string[]
}

const REASONS: Record<DecidingFact, string> = {
  notActive: '此人不在职，或所在公司已停用，不能登录。',
  noPermission: '{role}没有这项权限。',
  stopped: '店铺已停止服务，{role}看不到已停止的店铺。',
  selfReview: '这是此人自己的，不能自己审核。',
  everything: '总部的管理员，范围是所有公司。',
  otherCompany: '这条记录属于另一家公司，此人的范围是本公司以内。',
  company: '此人的范围是本公司，这条记录属于本公司。',
  team: '此人的范围是本组，这条记录由本组负责。组长：{heads}。',
  notTeam: '此人的范围是本组，这条记录不由本组负责。组长：{heads}。',
  owner: '此人的范围是自己的客户，负责商务就是此人。',
  assigned: '此人的范围是自己的店铺，今天分配给了此人。',
  notOwn: '此人的范围是自己的，负责商务：{owner}；今天的客服：{agents}。',
}

/** Sentences for kinds whose reach does not depend on the customer's people. */
const REASONS_BY_KIND: Partial<Record<ExplainedEntity, Partial<Record<DecidingFact, string>>>> = {
  staff: {
    team: '此人的范围是本组，这位员工在此人的组里。',
    notTeam: '此人的范围是本组，这位员工不在此人的组里。',
  },
  worklog: {
    team: '此人的范围是本组，写日志的人在此人的组里，或就是此人。',
    notTeam: '此人的范围是本组，写日志的人不在此人的组里。组长：{heads}。',
    assigned: '此人的范围是自己的日志，这份是此人写的。',
    notOwn: '此人的范围是自己的日志，这份是{agents}写的。',
  },
  reimbursement: {
    assigned: '此人的范围是自己的报销单，这张是此人提交的。',
    notOwn: '此人的范围是自己的报销单，这张是{agents}的。',
  },
}

/** The reason of a verdict as a sentence. */
export function reasonOf({ because }: Verdict, entity: ExplainedEntity, names: Names): string {
  const sentence = REASONS_BY_KIND[entity]?.[because] ?? REASONS[because]
  return t(sentence, {
    role: names.role,
    owner: names.ownerName ?? t('无'),
    heads: names.headNames.join(t('、')) || t('无'),
    agents: names.agentNames.join(t('、')) || t('无'),
  })
}
