export const customerContacts: Record<string, string> = {
  待跟进: 'To follow up',
  已完成: 'Done',
  跟进: 'Follow-up',
  跟进日期: 'Follow-up day',
  跟进内容: 'What to do',
  跟进人: 'Assignee',
  '请选择能看到这位客户的在职同事作为跟进人。':
    'Please choose an active colleague who can see this customer.',
  '这项跟进已经完成，请先重新打开。': 'This follow-up is done. Please reopen it first.',
  '这项跟进还没有完成。': 'This follow-up is not done yet.',
  备注内容: 'Note',
  提到的同事: 'Colleagues mentioned',
  '只能提到能看到这位客户的在职同事，请重新选择。':
    'Only active colleagues who can see this customer can be mentioned. Please choose again.',
  '只能修改自己写的备注；需要补充时，请另写一条。':
    'You can only edit your own notes. Please write another one to add to it.',
  名称相近: 'Similar name',
  手机号相同: 'Same mobile',
  统一社会信用代码相同: 'Same unified social credit code',
  微信号相同: 'Same WeChat',
  流失记录: 'Churn records',
  '请选择另一位客户来合并。': 'Please choose another customer to merge.',
  '两位客户不在同一家公司，不能合并。':
    'The two customers belong to different companies and cannot be merged.',
  '已流失的客户不能合并；如果又合作了，请先在流失记录里召回。':
    'A churned customer cannot be merged. If you work together again, win it back in its churn record first.',
  '要并入的客户还在挽留中，请先了结它的流失记录，再合并。':
    'The customer to be merged is under retention. Please settle its churn record first.',
  '这次合并已经撤销过了。': 'This merge has been undone already.',
  '合并已超过 {n} 天，不能再撤销。': 'The merge is more than {n} days old and can no longer be undone.',
  '合并之后有 {n} 项又改过，不能撤销：{names}。请逐项核对后手工处理。':
    'Changed since the merge, so it cannot be undone ({n}): {names}. Please check each and settle it by hand.',
  '您今天查看完整信息已达上限 {max} 次，请明天再看，或请管理员调整上限。':
    'You have reached the limit of {max} looks at full values today. Please look again tomorrow, or ask an administrator to raise it.',
  '请写明查看原因，至少 2 个字': 'Please say why, in at least 2 characters',
  '这个上限刚被别人修改过，请刷新后再改。':
    'Somebody else has just changed this limit. Please refresh and change it again.',
  每人每天上限: 'Limit per person and day',
  合并记录: 'The merge',
  '撤销合并时，原来的负责商务已不在职': 'The former owner had left when the merge was undone',
}
