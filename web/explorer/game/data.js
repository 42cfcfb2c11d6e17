/**
 * SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
 *
 * The games and claims that the explorer offers. Written by scripts/documents/generate-explorer-data,
 * which says what the numbers mean.
 */
export const games = [
    "(1) Arty Sandler (Israel) - Ralf Gering (Germany) - April 21, 2008\n\n1. f D; 2. e F; 3. b (+1) D; 4. d E; 5. c C (+1); 6. a (+6) B (-1); 7. a B; 8. b D! (+25);\n9. d F (+5) - Gering won by 31\u00a0: 8 points.",
    "(2) Arty Sandler (Israel) - Ralf Gering (Germany) - April 29, 2008\n\n1. d B; 2. e F; 3. f B; 4. b D; 5. a (-1) A; 6. c (-1) B; 7. d (-1) A; 8. c C (+1;-1); 9. d D (-1); 10. c E (+9); 11. c A?; 12. e D (+9); 13. f B (-1); 14. b (+17) E; 15. d (+9) E; 16. b D; 17. c (+4) - Sandler won by 33\u00a0: 22 points.",
    "(3) Ralf Gering (Germany) - Gregory K. van Patten (USA) - November 5, 2008\n\n1. e E; 2. e F; 3. b C (+2); 4. e D; 5. c A (+2); 6. e B; 7. d-a-f (+34) - Gering won by 34\u00a0: 4 points.",
    "(4) \"Vitaly\" (Russia) - Ralf Gering (Germany) - January 3, 2011\n\n1. c D; 2. f E; 3. b (+1) D; 4. e (-1) F (-1); 5. d (-1) A (-1); 6. a (-1) C (-1); 7. b A; 8. c (+4) E (+5); 9. a C; 10. b D (-1); 11. e A; 12. a D; 13. f F; 14. c (+3) C; 15. b D; 16. e C; 17. f (+6) E; 18. d (+1) B-B-A (+7); 19. d C; 20. c D (-1+3); 21. d A; 22. c B; 23. e (+6) E; 24. f (+1); 25. d E?; 26. b! C; 27. e E; 28. f (+2) D; 29. d B; 30. c A; 31. e C; 32. d B; 33. f A; 34. e B; 35. f F! (A); 36. f E! (+8); 37. a D; 38. b E; 39. d C; 40. f F!",
];
export const claims = [
    [1, "confirmed", "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18", "fA-FfFaDbCdAfEcDbCaEcBbEdDcCdEfDeFfCeEdDcBbCaEfAeEdDcCbBfAeBdEcCfAeBdCfAeBfA", []],
    [2, "confirmed", "7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18", "fA-FfFaDbCdAfEcDbCaEcBbEdDcCdEfDeFfCeEdDcBbCaEfAeEdDcCbBfAeBdEcCfAeBdCfAeBfA", []],
    [3, "confirmed", "0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30", "eEdDcBbCaEeDdEeAcEdDeEbCcDdEeBfE", []],
    [4, "in part", "0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30", "eEdDcBbCaEeDdEeAcEdDeEbCcDdEeBfE", []],
    [5, "confirmed", "7,0,0,0,0,0/0+1,0,0+2,0+1,0+1,5+7 N 30:18", "E-D-E-A-B-C-E-D-E-F", []],
    [6, "refuted", "0+1,0+1,0+1,0+1,0+1,0+1/0+1,0+1,0+1,0+1,0+1,0+1 S 30:30", "", []],
    [7, "confirmed", null, "", []],
    [8, "in part", null, "", [[1, "8... D", "!", "confirmed", "0,0,4,6,9,10/14+3,0,1+3,5+3,1+2,1+1 N 8:1"], [2, "11... A", "?", "refuted", "8,7+3,0,2+3,9+3,0+1/2+1,3+1,2,1,1,10 N 2:13"], [4, "25... E", "?", "refuted", "7,0+2,0,0,0+1,0/2,0+1,0+2,0,0+1,5+5 N 28:18"], [4, "26. b", "!", "confirmed", "7,0+2,0,0,0+1,0/2,0+1,0+2,0,0,5+6 S 28:18"], [4, "35... F", "!", "confirmed", "7,0,0,0,0,0/0+1,0,0+2,0+1,0+1,5+7 N 30:18"], [4, "36... E", "!", "confirmed", "8,1,1,1,1,0/0+3,0+1,0+3,0+2,0+2,0+1 N 30:18"], [4, "40... F", "!", "confirmed", "0,0,2,0,2,0/0+4,0+1,0,0+1,0+1,0+5 N 30:26"]]],
];
