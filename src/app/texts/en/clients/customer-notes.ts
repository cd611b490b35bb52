export const customerNotes: Record<string, string> = {
  备注内容: 'Note',
  提到的同事: 'Colleagues mentioned',
  '只能提到能看到这位客户的在职同事，请重新选择。':
    'Only active colleagues who can see this customer can be mentioned. Please choose again.',
  '只能修改自己写的备注；需要补充时，请另写一条。':
    'You can only edit your own notes. Please write another one to add to it.',
  修改过: 'edited',
  '输入 @ 提到同事，对方的首页会看到': 'Type @ to mention a colleague; they see it on their home page',
  已写下: 'Written',
  '写下沟通的情况，输入 @ 提到同事': 'What was said; type @ to mention a colleague',
  '{name}在「{customer}」的备注里提到您': '{name} mentions you in a note about "{customer}"',
  投诉: 'Complaint',
  '这是投诉，计入流失风险': 'This is a complaint and counts for the churn risk',
}
