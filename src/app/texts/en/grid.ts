export const grid: Record<string, string> = {
  '已撤销，{n} 格恢复原样。': 'Undone, {n} {n:cell is|cells are} as before.',
  '已重做，改了 {n} 格。': 'Done again, {n} {n:cell|cells} changed.',
  '{n} 格已锁定，保持不变。': ' {n} locked {n:cell stays|cells stay} as {n:it is|they are}.',
  '多出的 {n} 行没有贴入。': ' {n} {n:row|rows} beyond the last did not fit.',
  '多出的 {n} 列没有贴入。': ' {n} {n:column|columns} beyond the last did not fit.',
  '这一格已锁定，不能修改。': 'This cell is locked.',
  '已清除 {n} 格。': '{n} {n:cell|cells} cleared.',
  '已向下填充 {n} 格。': '{n} {n:cell|cells} filled down.',
  '已复制 {n} 格。': '{n} {n:cell|cells} copied.',
  '已剪切，清除 {n} 格。': 'Cut, {n} {n:cell|cells} cleared.',
  '已粘贴 {n} 格。': '{n} {n:cell|cells} pasted.',
  '{name}，{column}': '{name}, {column}',
  'F2 修改 · Ctrl+D 向下填充 · Ctrl+C/V 与电子表格互贴 · Ctrl+Z 撤销 · Esc 后按 Tab 离开表格':
    'F2 edit · Ctrl+D fill down · Ctrl+C/V copy from and to spreadsheets · Ctrl+Z undo · Esc, then Tab to leave',
  '已选 {rows} 行 {columns} 列': '{rows} × {columns} selected',
  '已选 {rows} 行 {columns} 列，合计 {sum}': '{rows} × {columns} selected, sum {sum}',
}
