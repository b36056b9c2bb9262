// In place of review_curve.c, in a build without Cairo: picture_save refuses the picture.
#include "app/report/review_report.h"

Picture review_curve(const Review *review) {
    (void)review;
    return (Picture){0};
}
