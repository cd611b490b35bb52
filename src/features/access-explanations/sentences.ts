import { t } from '#kit/text.ts'
import type { Act, Because, ExplainedEntity, Verdict } from './contract.ts'

export const actNames: Record<Act, string> = {
  read: '查看',
  update: '修改',
  transfer: '移交',
  assign: '分配客服',
}

/** Who stands behind the facts. */
export interface Names {
  /** What the person is called by their role. */
  role: string
  ownerName: string | null
  headNames: readonly string[]
  agentNames: readonly string[]
}

const REASONS: Record<Because, string> = {
  notActive: '此人不在职，或所在公司已停用，不能登录。',
  noPermission: '{role}没有这项权限。',
  stopped: '店铺已停止服务，{role}看不到已停止的店铺。',
  everything: '总部的管理员，范围是所有公司。',
  otherCompany: '这条记录属于另一家公司，此人的范围是本公司以内。',
  company: '此人的范围是本公司，这条记录属于本公司。',
  team: '此人的范围是本组，这条记录由本组负责。组长：{heads}。',
  notTeam: '此人的范围是本组，这条记录不由本组负责。组长：{heads}。',
  owner: '此人的范围是自己的客户，负责商务就是此人。',
  assigned: '此人的范围是自己的店铺，今天分配给了此人。',
  notOwn: '此人的范围是自己的，负责商务：{owner}；今天的客服：{agents}。',
}

/** Of people, whose own is the team, the words are others. */
const OF_STAFF: Partial<Record<Because, string>> = {
  team: '此人的范围是本组，这位员工在此人的组里。',
  notTeam: '此人的范围是本组，这位员工不在此人的组里。',
}

/** Why somebody may, or may not, as a sentence. */
export function reasonOf({ because }: Verdict, entity: ExplainedEntity, names: Names): string {
  const sentence = (entity === 'staff' ? OF_STAFF[because] : undefined) ?? REASONS[because]
  return t(sentence, {
    role: names.role,
    owner: names.ownerName ?? t('无'),
    heads: names.headNames.join(t('、')) || t('无'),
    agents: names.agentNames.join(t('、')) || t('无'),
  })
}
