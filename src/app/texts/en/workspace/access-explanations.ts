export const accessExplanations: Record<string, string> = {
  '谁能看到，为什么': 'Who can see it, and why',
  '选一位员工，看此人对这条记录能做什么，由哪项权限和范围决定。':
    'Choose somebody to see what they can do with this record, and which permission and reach decide.',
  选择员工: 'Choose somebody',
  可以: 'Yes',
  不可以: 'No',
  '此人不在职，或所在公司已停用，不能登录。':
    'This person is not active, or the company is disabled: no sign-in.',
  '{role}没有这项权限。': 'The role {role} does not hold this permission.',
  '店铺已停止服务，{role}看不到已停止的店铺。':
    'The store has stopped, and {role} cannot see stopped stores.',
  '总部的管理员，范围是所有公司。': 'An administrator of the headquarters: the reach is all companies.',
  '这条记录属于另一家公司，此人的范围是本公司以内。':
    'The record belongs to another company; the reach ends at the own one.',
  '此人的范围是本公司，这条记录属于本公司。': 'The reach is the own company, and the record belongs to it.',
  '此人的范围是本组，这条记录由本组负责。组长：{heads}。':
    'The reach is the own team, and the team serves this record. Heads: {heads}.',
  '此人的范围是本组，这条记录不由本组负责。组长：{heads}。':
    'The reach is the own team, and the team does not serve this record. Heads: {heads}.',
  '此人的范围是自己的客户，负责商务就是此人。':
    'The reach is the own customers, and this person is the owner.',
  '此人的范围是自己的店铺，今天分配给了此人。':
    'The reach is the own stores, and this one is assigned to them today.',
  '此人的范围是自己的，负责商务：{owner}；今天的客服：{agents}。':
    'The reach is the own records. Owner: {owner}; agents today: {agents}.',
  '此人的范围是本组，这位员工在此人的组里。': 'The reach is the own team, and this member is in it.',
  '此人的范围是本组，这位员工不在此人的组里。': 'The reach is the own team, and this member is not in it.',
  查看和处理: 'Read and handle',
  '这是此人自己的，不能自己审核。': 'It is their own, and nobody reviews their own.',
  '此人的范围是本组，写日志的人在此人的组里，或就是此人。':
    'The reach is the own team, and whoever wrote the log is in it.',
  '此人的范围是本组，写日志的人不在此人的组里。组长：{heads}。':
    'The reach is the own team, and whoever wrote the log is not in it. Heads: {heads}.',
  '此人的范围是自己的日志，这份是此人写的。': 'The reach is the own logs, and this person wrote it.',
  '此人的范围是自己的日志，这份是{agents}写的。': 'The reach is the own logs, and {agents} wrote it.',
  '此人的范围是自己的报销单，这张是此人提交的。': 'The reach is the own claims, and this is one of them.',
  '此人的范围是自己的报销单，这张是{agents}的。': 'The reach is the own claims, and this one is of {agents}.',
}
