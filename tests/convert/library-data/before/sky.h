#ifndef SKY_H
#define SKY_H

double sky_angle(const char *text);
int sky_precision(int digits);

#endif
