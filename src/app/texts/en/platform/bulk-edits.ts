export const bulkEdits: Record<string, string> = {
  恢复为修改前的值: 'Restored to the values of before',
  '之后又改过，保留现在的值': 'Changed since, kept as they are',
  '确认后会列出，由您决定是否只撤销其余的':
    'Listed once you confirm; you then decide whether to undo only the others',
  不能恢复: 'Cannot be restored',
  要修改的内容: 'What to change',
  '记录不存在，或不在您可修改的范围内。': 'The record does not exist, or you may not change it.',
  待写入: 'To be written',
  已修改: 'Changed',
  '请至少选择一项要修改的内容。': 'Choose at least one thing to change.',
  '这些内容不能批量修改：{fields}。': 'These cannot be changed in bulk: {fields}.',
  '这次批量修改已经撤销。': 'This bulk edit has already been undone.',
  '这次批量修改还没有写入，不需要撤销。':
    'This bulk edit has not been written yet; there is nothing to undo.',
  '批量修改写入已超过 {n} 小时，不能再整批撤销；请逐条修改，或在操作日志里恢复原值。':
    'The bulk edit is more than {n} hours old and can no longer be undone as a whole. Change the records one by one, or restore the old values from their logs.',
  '这次批量修改已经预检过。': 'This bulk edit has already been checked.',
  '这次批量修改已经写入过，不能再写一次。':
    'This bulk edit has already been written and cannot be written again.',
  '这次批量修改由别人发起，只能由本人继续；您可以撤销它。':
    'Somebody else began this bulk edit and only they can go on with it. You can undo it.',
  '已经是这些值，不需要修改。': 'It has these values already.',
  '批量修改之后又被改过，没有撤销。': 'Changed again after the bulk edit; not undone.',
  '有 {n} 条记录在批量修改之后又被改过，整批没有撤销。':
    'Nothing was undone: records changed again after the bulk edit: {n}.',
  '关闭窗口会暂停，可在个人设置的“批量修改”里继续。':
    'Closing the window pauses it; go on under Bulk edit in your settings.',
  返回修改: 'Back to the values',
  '修改 {n} 条': 'Change records: {n}',
  继续写入: 'Go on writing',
  '正在预检 {done}/{all}': 'Checking {done}/{all}',
  '将影响 {n} 条，{skipped} 条将跳过': 'Records that will change: {n}; skipped: {skipped}',
  '已修改 {n} 条，还有 {rest} 条': 'Changed: {n}; still to go: {rest}',
  '已撤销 {n} 条，还有 {rest} 条': 'Undone: {n}; still to go: {rest}',
  '已撤销 {n} 条，{kept} 条没有撤销': 'Undone: {n}; not undone: {kept}',
  '成功 {ok}，失败 {bad}，跳过 {skipped}': 'Changed: {ok}; failed: {bad}; skipped: {skipped}',
  还没有批量修改过: 'No bulk edits yet',
  '在员工、客户或店铺列表里勾选几行，点“批量修改”。24 小时内可以整批撤销。':
    'Tick rows in the list of staff, customers or stores and press Bulk edit. Within 24 hours it can be undone as a whole.',
  修改内容: 'What was changed',
  '原值：{values}': 'Before: {values}',
  可选几项: 'Choose one or more',
  '留空的项目会被清空。下一步先预检，确认之前不写入。':
    'What is left empty will be emptied. First comes a check; nothing is written before you confirm.',
  '下一步：预检': 'Next: check',
  '批量修改 {n} 条': 'Bulk edit of records: {n}',
  '撤销这次批量修改？': 'Undo this bulk edit?',
}
