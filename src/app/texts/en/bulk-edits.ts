export const bulkEdits: Record<string, string> = {
  类别: 'Kind',
  要修改的内容: 'What to change',
  '记录不存在，或不在您可修改的范围内。': 'The record does not exist, or you may not change it.',
  批量修改: 'Bulk edit',
  预检中: 'Checking',
  未完成: 'Unfinished',
  已完成: 'Done',
  撤销未完成: 'Undo unfinished',
  待预检: 'To be checked',
  待写入: 'To be written',
  已修改: 'Changed',
  失败: 'Failed',
  未撤销: 'Not undone',
  '请至少选择一项要修改的内容。': 'Choose at least one thing to change.',
  '这些内容不能批量修改：{fields}。': 'These cannot be changed in bulk: {fields}.',
  '这次批量修改已经撤销。': 'This bulk edit has already been undone.',
  '这次批量修改还没有写入，不需要撤销。':
    'This bulk edit has not been written yet; there is nothing to undo.',
  '批量修改写入已超过 {n} 小时，不能再整批撤销；请逐条修改，或在操作日志里恢复原值。':
    'The bulk edit is more than {n} hours old and can no longer be undone as a whole. Change the records one by one, or restore the old values from their logs.',
  '这次批量修改已经预检过。': 'This bulk edit has already been checked.',
  '预检还没有做完，请先预检再写入。': 'The check is not finished. Finish it before writing.',
  '这次批量修改已经写入过，不能再写一次。':
    'This bulk edit has already been written and cannot be written again.',
  '这次批量修改由别人发起，只能由本人继续；您可以撤销它。':
    'Somebody else began this bulk edit and only they can go on with it. You can undo it.',
  '已经是这些值，不需要修改。': 'It has these values already.',
  '这类记录不能批量修改。': 'Records of this kind cannot be edited in bulk.',
  '批量修改之后又被改过，没有撤销。': 'Changed again after the bulk edit; not undone.',
  '有 {n} 条记录在批量修改之后又被改过，整批没有撤销。':
    'Nothing was undone: records changed again after the bulk edit: {n}.',
  '撤销时还没有写入。': 'Not written yet when it was undone.',
}
