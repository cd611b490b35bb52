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
}
